import Dispatch
import Shared

/// logind over the system's bus: `PrepareForSleep` and `PrepareForShutdown`, each with a delay inhibitor.
///
/// Source: org.freedesktop.login1(5). Without a bus there is nothing to be told; without logind, or where polkit refuses the
/// inhibitors, the machine does not wait.
struct LivePowerEvents: PowerEvents {
    private let log: any LogSink
    /// Of the bus; `nil` for the system's.
    private let address: String?

    init(log: any LogSink, address: String? = nil) {
        self.log = log
        self.address = address
    }

    func notices() -> AsyncStream<PowerNotice> {
        AsyncStream { continuation in
            let (log, address) = (log, address)
            // Connecting may wait for a bus that starts.
            let queue = DispatchQueue(label: "logind")
            let session = LogindSession(queue: queue, log: log, continuation: continuation)
            continuation.onTermination = { _ in queue.async { session.end() } }
            queue.async { session.start(address) }
        }
    }
}
