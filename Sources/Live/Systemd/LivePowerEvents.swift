import Dispatch
import Shared

/// logind over the system's bus: `PrepareForSleep` and `PrepareForShutdown`, each with a delay inhibitor.
///
/// Source: org.freedesktop.login1(5). A bus or a logind that is not there yet, or ended, is looked for again; where polkit refuses
/// the inhibitors, the machine does not wait.
struct LivePowerEvents: PowerEvents {
    private let log: any LogSink
    /// Of the bus; `nil` for the system's.
    private let address: String?
    private let pauses: ClosedRange<Duration>

    /// - Parameter pauses: Between two looks for a bus; each is twice as long as the one before.
    init(log: any LogSink, address: String? = nil, pauses: ClosedRange<Duration> = .seconds(5)...(.seconds(600))) {
        self.log = log
        self.address = address
        self.pauses = pauses
    }

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
            )
            continuation.onTermination = { _ in queue.async { session.end() } }
            queue.async { session.start() }
        }
    }
}
