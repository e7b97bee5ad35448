import CUdev
import Shared

extension Device {
    /// - Parameter handle: A `udev_device`.
    /// - Returns: `nil` for what is no device of a subsystem.
    init?(_ handle: OpaquePointer) {
        guard let path = udev_device_get_devpath(handle), let subsystem = udev_device_get_subsystem(handle) else {
            return nil
        }
        var properties: [String: String] = [:]
        var next = udev_device_get_properties_list_entry(handle)
        while let entry = next {
            next = udev_list_entry_get_next(entry)
            guard let name = udev_list_entry_get_name(entry), let value = udev_list_entry_get_value(entry) else {
                continue
            }
            properties[String(cString: name)] = String(cString: value)
        }
        self.init(
            path: String(cString: path),
            subsystem: String(cString: subsystem),
            deviceType: udev_device_get_devtype(handle).map { String(cString: $0) },
            properties: properties
        )
    }
}
