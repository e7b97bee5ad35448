package import Shared
import Synchronization

/// Devices that a test sets, and notices that it sends.
package final class FakeDeviceEvents: DeviceEvents {
    private struct State {
        var devices: [Device] = []
        var monitors: [(filters: [DeviceFilter], continuation: AsyncStream<DeviceNotice>.Continuation)] = []
    }

    private let state = Mutex(State())

    package let hasDaemon: Bool

    package init(hasDaemon: Bool = true) {
        self.hasDaemon = hasDaemon
    }

    package func set(_ devices: [Device]) {
        state.withLock { $0.devices = devices }
    }

    /// Every device, whatever a filter would take.
    package var all: [Device] { state.withLock { $0.devices } }

    /// Gives a notice to every monitor whose filters it passes.
    package func send(_ notice: DeviceNotice) {
        let receivers = state.withLock { state in
            state.monitors.filter { monitor in
                guard case .happened(_, let device) = notice else { return true }
                return monitor.filters.contains { Self.passes(device, $0) }
            }
        }
        for receiver in receivers { receiver.continuation.yield(notice) }
    }

    /// Ends all monitors.
    package func finish() {
        for monitor in state.withLock({ $0.monitors }) { monitor.continuation.finish() }
    }

    package func devices(_ filter: DeviceFilter) throws(FileError) -> [Device] {
        state.withLock { $0.devices.filter { Self.passes($0, filter) } }
    }

    package func notices(_ filters: [DeviceFilter]) -> AsyncStream<DeviceNotice> {
        let (stream, continuation) = AsyncStream.makeStream(of: DeviceNotice.self)
        state.withLock { $0.monitors.append((filters, continuation)) }
        return stream
    }

    private static func passes(_ device: Device, _ filter: DeviceFilter) -> Bool {
        device.subsystem == filter.subsystem
            && (filter.deviceType == nil || filter.deviceType == device.deviceType)
    }
}
