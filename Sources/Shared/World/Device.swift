/// A device as udev describes it.
package struct Device: Sendable, Hashable {
    /// `/devices/pci0000:00/…`, the kernel's path below `/sys`.
    package var path: String
    package var subsystem: String
    package var deviceType: String?
    /// All udev properties (`ID_MODEL`, …); serial numbers among them, so they never leave a provider as they are.
    package var properties: [String: String]

    package init(path: String, subsystem: String, deviceType: String? = nil, properties: [String: String] = [:]) {
        self.path = path
        self.subsystem = subsystem
        self.deviceType = deviceType
        self.properties = properties
    }
}
