extension DeviceFolder {
    /// The path below `/sys/devices` without the numbers that the kernel gives in order of appearance.
    var stablePath: String {
        path.split(separator: "/").dropFirst(2).compactMap { Self.withoutCounter(String($0)) }.joined(separator: "/")
    }

    /// Where a USB device is plugged in: controller, chain of ports, and interface (`0000:00:14.0-usb-4.1:1.0`); the number
    /// of the bus is left out, since the kernel counts it up.
    var usbPort: String? {
        let parts = path.split(separator: "/").map(String.init)
        guard let hub = parts.firstIndex(where: { Self.isNumbered($0, "usb") }), hub > 0,
            let device = parts[(hub + 1)...].last(where: Self.isUSBName), let dash = device.firstIndex(of: "-")
        else { return nil }
        return "\(parts[hub - 1])-usb\(device[dash...])"
    }

    /// `prefix` and then nothing but digits.
    static func isNumbered(_ name: String, _ prefix: String) -> Bool {
        let rest = name.dropFirst(prefix.count)
        return name.hasPrefix(prefix) && !rest.isEmpty && rest.allSatisfy(\.isASCIIDigit)
    }

    /// `1-4.1:1.0`
    private static func isUSBName(_ name: String) -> Bool {
        guard let dash = name.firstIndex(of: "-"), dash != name.startIndex else { return false }
        let rest = name[name.index(after: dash)...]
        return name[..<dash].allSatisfy(\.isASCIIDigit) && rest.first?.isASCIIDigit == true
            && rest.allSatisfy { $0.isASCIIDigit || $0 == "." || $0 == ":" }
    }

    private static func withoutCounter(_ name: String) -> String? {
        for prefix in ["hwmon", "host", "i2c-", "thermal_zone", "nvme", "phy"] where isNumbered(name, prefix) {
            return nil
        }
        if ["hwmon", "nvme", "ieee80211"].contains(name) { return nil }
        if isNumbered(name, "usb") { return "usb" }
        let colons = name.count(where: { $0 == ":" })
        if name.hasPrefix("target") || colons == 3 && name.allSatisfy({ $0.isASCIIDigit || $0 == ":" }) {
            // A SCSI address begins with the number of its host.
            return name.firstIndex(of: ":").map { String(name[$0...]) }
        }
        if let dash = name.firstIndex(of: "-"), dash != name.startIndex, name[..<dash].allSatisfy(\.isASCIIDigit) {
            return String(name[dash...])
        }
        // A HID device ends with a count of all HID devices so far.
        if let dot = name.lastIndex(of: "."), colons == 2, name[dot...].count == 5 {
            return String(name[..<dot])
        }
        return name
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
