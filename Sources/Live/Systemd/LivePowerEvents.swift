import Dispatch
import Shared
import Synchronization

/// logind over the system's bus: `PrepareForSleep` and `PrepareForShutdown`, each with a delay inhibitor.
///
/// Source: org.freedesktop.login1(5). A bus or a logind that is not there yet, or ended, is looked for again; where polkit refuses
/// the inhibitors, the machine does not wait.
final class LivePowerEvents: PowerEvents {
    private let log: any LogSink
    /// Of the bus; `nil` for the system's.
    private let address: String?
    private let pauses: ClosedRange<Duration>
    private let state = Mutex(PowerCoverage.unknown)

    /// - Parameter pauses: Between two looks for a bus; each is twice as long as the one before.
    init(log: any LogSink, address: String? = nil, pauses: ClosedRange<Duration> = .seconds(5)...(.seconds(600))) {
        self.log = log
        self.address = address
        self.pauses = pauses
    }

    var coverage: PowerCoverage { state.withLock { $0 } }

    func notices() -> AsyncStream<PowerNotice> {
        AsyncStream { continuation in
            // Connecting may wait for a bus that starts.
            let queue = DispatchQueue(label: "logind")
            let session = LogindSession(
                address: address,
                pauses: pauses,
                queue: queue,
                log: log,
                continuation: continuation
            ) { [weak self] coverage in
                self?.state.withLock { $0 = coverage }
            }
            continuation.onTermination = { _ in queue.async { session.end() } }
            queue.async { session.start() }
        }
    }
}
