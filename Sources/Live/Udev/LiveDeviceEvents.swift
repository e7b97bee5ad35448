import Dispatch
import Glibc
package import Shared
import Synchronization

/// udev of this machine.
package final class LiveDeviceEvents: DeviceEvents {
    private let log: any LogSink
    /// All monitors are read here; a read never waits.
    private let queue = DispatchQueue(label: "udev")
    private let hasSaidAbsent = Atomic(false)

    package init(log: any LogSink) {
        self.log = log
    }

    package func devices(_ filter: DeviceFilter) throws(FileError) -> [Device] {
        try UdevContext().devices(filter)
    }

    package func notices(_ filters: [DeviceFilter]) -> AsyncStream<DeviceNotice> {
        notices(filters, whenClosed: {})
    }

    /// - Parameter whenClosed: Called when the monitor is gone.
    func notices(
        _ filters: [DeviceFilter],
        whenClosed: @escaping @Sendable () -> Void
    ) -> AsyncStream<DeviceNotice> {
        let (stream, buffer) = NoticeBuffer.makeStream()
        // For libudev no filter means every event.
        guard !filters.isEmpty else { return stream }
        if !hasDaemon { sayAbsent("no udev daemon runs") }
        do throws(FileError) {
            let monitor = try UdevMonitor(filters, whenClosed: whenClosed)
            // Safe: a dispatch source may be cancelled from any thread; only its type does not say so.
            nonisolated(unsafe) let source = DispatchSource.makeReadSource(
                fileDescriptor: monitor.descriptor,
                queue: queue
            )
            source.setEventHandler { monitor.drain(into: buffer.append) }
            // The descriptor has to stay open until the source has let go of it.
            source.setCancelHandler { withExtendedLifetime(monitor) {} }
            buffer.whenAbandoned { source.cancel() }
            source.activate()
        } catch {
            sayAbsent(error.description)
        }
        return stream
    }

    /// Where libudev looks too; without the daemon its monitor stays silent.
    package var hasDaemon: Bool { access("/run/udev/control", F_OK) == 0 }

    private func sayAbsent(_ why: String) {
        guard !hasSaidAbsent.exchange(true, ordering: .relaxed) else { return }
        log.write(.notice, "device events will not be seen: \(why.printable())")
    }
}
