import Shared

/// Devices of one kind, as people would count them.
struct DeviceCategory: Sendable, Hashable {
    /// Middle part of the ids, and the kernel's word for the subsystem: `usb`.
    var word: String
    var filter: DeviceFilter
    /// `USB devices`
    var title: String
    /// What one is called whose name nobody knows: `USB device`.
    var noun: String
    var icon: String
    /// How the last part of a device's path begins, before a number, where a subsystem also has folders for parts of its
    /// devices: `card`, not `card0-HDMI-A-1`.
    var nodePrefix: String?
    /// Whether a machine without such a device may well get one.
    var isOfferedWhenEmpty = false
}

extension DeviceCategory {
    static let usb = DeviceCategory(
        word: "usb",
        filter: DeviceFilter(subsystem: "usb", deviceType: "usb_device"),
        title: "USB devices",
        noun: "USB device",
        icon: "mdi:usb",
        isOfferedWhenEmpty: true
    )
    static let block = DeviceCategory(
        word: "block",
        filter: DeviceFilter(subsystem: "block", deviceType: "disk"),
        title: "Disks",
        noun: "disk",
        icon: "mdi:harddisk",
        isOfferedWhenEmpty: true
    )
    static let drm = DeviceCategory(
        word: "drm",
        filter: DeviceFilter(subsystem: "drm"),
        title: "Graphics cards",
        noun: "graphics card",
        icon: "mdi:expansion-card",
        nodePrefix: "card"
    )
    static let input = DeviceCategory(
        word: "input",
        filter: DeviceFilter(subsystem: "input"),
        title: "Input devices",
        noun: "input device",
        icon: "mdi:keyboard",
        nodePrefix: "input"
    )
    static let sound = DeviceCategory(
        word: "sound",
        filter: DeviceFilter(subsystem: "sound"),
        title: "Sound cards",
        noun: "sound card",
        icon: "mdi:speaker",
        nodePrefix: "card"
    )
    static let net = DeviceCategory(
        word: "net",
        filter: DeviceFilter(subsystem: "net"),
        title: "Network cards",
        noun: "network card",
        icon: "mdi:expansion-card-variant"
    )
    static let powerSupply = DeviceCategory(
        word: "power_supply",
        filter: DeviceFilter(subsystem: "power_supply"),
        title: "Power supplies",
        noun: "power supply",
        icon: "mdi:power-plug"
    )

    static let all = [usb, block, drm, input, sound, net, powerSupply]
}

extension DeviceCategory {
    /// Whether it counts here.
    ///
    /// What has no hardware (loop devices, interfaces of containers, made-up keyboards) comes and goes with every package
    /// and container, and is nobody's device; a Bluetooth keyboard, whose driver is a program, is below another folder.
    func includes(_ device: Device) -> Bool {
        guard device.subsystem == filter.subsystem else { return false }
        if let type = filter.deviceType, device.deviceType != type { return false }
        guard !device.path.hasPrefix("/devices/virtual/\(filter.subsystem)/") else { return false }
        guard let nodePrefix else { return true }
        let node = device.path.split(separator: "/").last ?? ""
        let number = node.dropFirst(nodePrefix.count)
        return node.hasPrefix(nodePrefix) && !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
    }
}
