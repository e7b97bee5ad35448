/// Which devices: a kernel subsystem and, if given, one of its device types.
package struct DeviceFilter: Sendable, Hashable {
    /// `usb`, `block`, `power_supply`
    package var subsystem: String
    /// `usb_device`, `disk`; `nil` for all.
    package var deviceType: String?

    package init(subsystem: String, deviceType: String? = nil) {
        self.subsystem = subsystem
        self.deviceType = deviceType
    }
}
