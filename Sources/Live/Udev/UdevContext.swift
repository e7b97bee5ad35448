import CUdev
import Glibc
import Shared

/// A libudev context, let go of at the end of its life. For one thread at a time.
struct UdevContext: ~Copyable {
    let handle: OpaquePointer

    init() throws(FileError) {
        guard let handle = udev_new() else { throw FileError(path: "the devices of udev", code: errno) }
        self.handle = handle
    }

    deinit {
        udev_unref(handle)
    }

    /// The devices that are in `/sys` now, but for those that the udev daemon has yet to come to: they have no properties,
    /// and its `add` follows.
    func devices(_ filter: DeviceFilter) throws(FileError) -> [Device] {
        let daemonWasBusy = isDaemonBusy
        guard let search = udev_enumerate_new(handle) else { throw FileError(path: "the devices of udev", code: errno) }
        defer { udev_enumerate_unref(search) }
        var code = udev_enumerate_add_match_subsystem(search, filter.subsystem)
        if code >= 0 { code = udev_enumerate_scan_devices(search) }
        guard code >= 0 || code == -ENOENT else { throw FileError(path: "the devices of udev", code: -code) }
        var devices: [Device] = []
        var next = udev_enumerate_get_list_entry(search)
        while let entry = next {
            next = udev_list_entry_get_next(entry)
            // One that went away since has no handle any more.
            guard let found = udev_device_new_from_syspath(handle, udev_list_entry_get_name(entry)) else { continue }
            defer { udev_device_unref(found) }
            // With nothing to do the daemon never comes to it (or there is none): then this is all there is to know.
            if udev_device_get_is_initialized(found) == 0, daemonWasBusy || isDaemonBusy { continue }
            guard let device = Device(found), filter.deviceType == nil || filter.deviceType == device.deviceType else {
                continue
            }
            devices.append(device)
        }
        return devices
    }

    private var isDaemonBusy: Bool {
        guard let queue = udev_queue_new(handle) else { return false }
        defer { udev_queue_unref(queue) }
        return udev_queue_get_queue_is_empty(queue) == 0
    }
}
