/// Paths of kernel devices below `/sys/devices`.
package enum DevicePath {
    /// The path without the numbers that the kernel counts up from one connection to the next, so that a device that is
    /// unplugged and comes back to the same port has the same one.
    package static func withoutKernelCounters(_ path: String) -> String {
        path.split(separator: "/").map { withoutCounter($0) }.joined(separator: "/")
    }

    /// Whether a component is a HID device, `0003:046D:4099.0004`: bus, vendor, product, and a counter.
    package static func isHID(_ component: some StringProtocol) -> Bool {
        let parts = component.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count >= 4, parts[1].allSatisfy(\.isHexDigit) else { return false }
        let numbers = parts[0].split(separator: ":", omittingEmptySubsequences: false)
        return numbers.count == 3 && numbers.allSatisfy { $0.count == 4 && $0.allSatisfy(\.isHexDigit) }
    }

    private static let counted = [
        "usb", "host", "hci", "i2c-", "input", "event", "hwmon", "hidpp_battery_", "wacom_battery_", "thermal_zone",
        "nvme", "ata", "eth", "wlan", "wwan", "phy", "mmc", "mmcblk", "target",
    ]

    private static func withoutCounter(_ component: Substring) -> Substring {
        if isHID(component) { return component.prefix { $0 != "." } }
        // A USB port: "1-2.3:1.0" is port 2.3 of bus 1, and buses are counted.
        if let dash = component.firstIndex(of: "-"), component[..<dash].allSatisfy(\.isNumber) {
            return component[component.index(after: dash)...]
        }
        // A SCSI address: "2:0:1:0" is target 1 of host 2, and hosts are counted.
        let numbers = component.split(separator: ":", omittingEmptySubsequences: false)
        if numbers.count == 4, numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) {
            return component[numbers[1].startIndex...]
        }
        if component.hasPrefix("sd"), (3...5).contains(component.count),
            component.allSatisfy({ $0.isASCII && $0.isLowercase })
        {
            return component.prefix(2)
        }
        for word in counted where component.hasPrefix(word) {
            let rest = component.dropFirst(word.count)
            if !rest.isEmpty, rest.allSatisfy({ $0.isNumber || $0 == ":" }) { return component.prefix(word.count) }
        }
        return component
    }
}
