/// What an expectation is about: a reading of a device, in the words of the case.
package struct FixtureTarget: Sendable, Hashable, CustomStringConvertible {
    /// The kernel's or libsensors' name; `*system` is the machine as a whole.
    package var device: String
    /// Which of several devices that are printed with the same name.
    package var instance = 0
    /// `level`, `temp6.alarm`
    package var reading: String

    package init(device: String, instance: Int = 0, reading: String) {
        self.device = device
        self.instance = instance
        self.reading = reading
    }

    package var description: String {
        "\(device)\(instance == 0 ? "" : "#\(instance)")/\(reading)"
    }
}

extension FixtureCase {
    /// What a title such as `BAT0/level`, `acpitz-virtual-0#1/temp1` or `/media/u/STICK/total@2` is about.
    ///
    /// - Returns: Also the sample that it names; `nil` for a text of another form.
    package func target(of title: String) -> (target: FixtureTarget, sample: Int?)? {
        guard let slash = title.lastIndex(of: "/") else { return nil }
        let device = String(title[..<slash])
        let parts = title[title.index(after: slash)...].split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, let reading = parts.first, !reading.isEmpty else { return nil }
        let sample = parts.count == 2 ? Int(parts[1]) : nil
        guard parts.count == 1 || sample != nil else { return nil }
        let plain = FixtureTarget(device: device, reading: String(reading))
        // A mount point may well be called `hash#1`; then the case has no other device of the name before the sign.
        guard let sign = device.lastIndex(of: "#"), let number = Int(device[device.index(after: sign)...]),
            expect.contains(where: { $0.device == String(device[..<sign]) })
        else { return (plain, sample) }
        return (FixtureTarget(device: String(device[..<sign]), instance: number, reading: plain.reading), sample)
    }
}
