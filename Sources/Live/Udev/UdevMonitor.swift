import CUdev
import Glibc
import Shared

/// A libudev monitor of source `udev` that receives from its birth on.
///
/// A class because both handlers of a dispatch source hold it, which a `~Copyable` struct does not allow. Unchecked because
/// libudev is not thread safe: after `init` only the serial queue of that source touches it, and it ends with the last of
/// the two handlers, after the source has let go of the descriptor.
final class UdevMonitor: @unchecked Sendable {
    private let context: UdevContext
    private let handle: OpaquePointer
    private let whenClosed: @Sendable () -> Void

    /// Kept small by the kernel for who is not root; what does not fit is ``DeviceNotice/overrun``.
    private static let receiveBufferBytes: Int32 = 128 << 20

    /// - Parameter whenClosed: Called after the monitor's descriptor was closed.
    init(_ filters: [DeviceFilter], whenClosed: @escaping @Sendable () -> Void) throws(FileError) {
        self.whenClosed = whenClosed
        context = try UdevContext()
        guard let handle = udev_monitor_new_from_netlink(context.handle, "udev") else {
            throw FileError(path: "the events of udev", code: errno)
        }
        self.handle = handle
        for filter in filters {
            let code = udev_monitor_filter_add_match_subsystem_devtype(handle, filter.subsystem, filter.deviceType)
            guard code >= 0 else { throw FileError(path: "the events of udev", code: -code) }
        }
        // Only a wish: without it more events get lost, which is noticed.
        _ = udev_monitor_set_receive_buffer_size(handle, Self.receiveBufferBytes)
        let code = udev_monitor_enable_receiving(handle)
        guard code >= 0 else { throw FileError(path: "the events of udev", code: -code) }
    }

    deinit {
        udev_monitor_unref(handle)
        whenClosed()
    }

    /// Readable when there is something to ``drain(into:)``.
    var descriptor: Int32 { udev_monitor_get_fd(handle) }

    /// Hands on all that is pending.
    func drain(into receive: (DeviceNotice) -> Void) {
        while true {
            errno = 0
            if let event = udev_monitor_receive_device(handle) {
                defer { udev_device_unref(event) }
                if let action = udev_device_get_action(event), let device = Device(event) {
                    receive(.happened(action: String(cString: action), device))
                }
                continue
            }
            switch errno {
            case EINTR: continue
            case ENOBUFS: receive(.overrun)
            default: return  // EAGAIN: nothing left; whatever else: if there is more, the descriptor says so again
            }
        }
    }
}
