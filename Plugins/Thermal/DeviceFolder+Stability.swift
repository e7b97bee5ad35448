import Shared

extension DeviceFolder {
    /// The path below `/sys/devices` without the numbers that the kernel gives in order of appearance.
    var stablePath: String {
        DevicePath.withoutKernelCounters(path.split(separator: "/").dropFirst(2).joined(separator: "/"))
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
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
