import Shared

/// Devices of one kind, as people would count them.
struct DeviceCategory: Sendable, Hashable {
    /// Middle part of the ids: `usb`.
    var word: String
    var filter: DeviceFilter
    /// `USB devices`
    var title: String
    /// What one is called whose name nobody knows: `USB device`.
    var noun: String
    var icon: String

    static let usb = DeviceCategory(
        word: "usb",
        filter: DeviceFilter(subsystem: "usb", deviceType: "usb_device"),
        title: "USB devices",
        noun: "USB device",
        icon: "mdi:usb"
    )
    static let block = DeviceCategory(
        word: "block",
        filter: DeviceFilter(subsystem: "block", deviceType: "disk"),
        title: "Disks",
        noun: "disk",
        icon: "mdi:harddisk"
    )

    /// Whether it counts here. Block devices without hardware (loop, RAM, mapped ones) come and go with every package and
    /// container, and are nobody's disk.
    func includes(_ device: Device) -> Bool {
        guard device.subsystem == filter.subsystem else { return false }
        if let type = filter.deviceType, device.deviceType != type { return false }
        return device.subsystem != "block" || !device.path.hasPrefix("/devices/virtual/")
    }
}
