import Dispatch
import Synchronization

/// The one thread that starts programs. It lives as long as the process: the signal that ends a child together with its
/// parent is tied to the thread that started it.
final class SpawnThread: Sendable {
    static let shared = SpawnThread()

    private let jobs = Mutex<[@Sendable () -> Void]>([])
    private let waiting = DispatchSemaphore(value: 0)

    private init() {
        DetachedThread.start { self.run() }
    }

    func perform<Result: Sendable>(_ job: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            jobs.withLock { $0.append { continuation.resume(returning: job()) } }
            waiting.signal()
        }
    }

    private func run() -> Never {
        while true {
            waiting.wait()
            let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            job?()
        }
    }
}
