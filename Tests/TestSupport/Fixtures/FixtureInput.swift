/// A file beside a `case.json` that shows something of the machine.
package enum FixtureInput: String, Sendable, CaseIterable {
    /// Devices in umockdev's format.
    case devices = "device.umockdev"
    case mounts = "mountinfo"
    /// What `statvfs` answers.
    case volumes = "statvfs.json"
    /// Block devices as udev knows them.
    case disks = "blockdev.json"
    /// As `ip -j address` tells them.
    case addresses = "addresses.json"
    case ipv6Addresses = "if_inet6"
    case ipv4Routes = "route"
    case ipv6Routes = "ipv6_route"
    /// Answers of nl80211.
    case wireless = "nl80211.json"
    /// What udev tells, in order.
    case events = "events.json"
    /// The devices at the start.
    case devicesAtStart = "enumerated.json"
    /// The devices later.
    case devicesLater = "enumerated_after.json"
    /// The configuration of libsensors.
    case sensorsConfiguration = "sensors.conf"

    /// What the file may be called, the best first.
    func names(inSample sample: Int) -> [String] {
        self == .devices ? ["sample\(sample).umockdev", rawValue] : ["sample\(sample).\(rawValue)", rawValue]
    }

    static func isKnown(_ file: String) -> Bool {
        let rest = file.drop { $0 != "." }.dropFirst()
        let isOfSample = file.hasPrefix("sample") && Int(file.dropFirst("sample".count).prefix { $0 != "." }) != nil
        return allCases.contains { input in
            if file == input.rawValue { return true }
            return isOfSample && rest == (input == .devices ? "umockdev" : input.rawValue[...])
        }
    }
}
