import Shared
import Synchronization

/// Runs what may hang, and gives up waiting for it in time.
enum Deadline {
    /// - Returns: What `operation` returned, or `nil` when it took longer than `limit`; it then goes on alone, since nothing
    ///   can end a call that hangs in the kernel.
    static func run<Result: Sendable>(
        _ limit: Duration,
        _ operation: @escaping @Sendable () async -> Result
    ) async -> Result? {
        let clock = Current.clock
        return await withCheckedContinuation { continuation in
            let first = First(continuation)
            let timer = Task {
                // It throws only when it is cancelled, because the operation was first.
                guard (try? await clock.sleep(for: limit)) != nil else { return }
                first.resume(nil)
            }
            Task {
                let result = await operation()
                timer.cancel()
                first.resume(result)
            }
        }
    }

    private final class First<Result: Sendable>: Sendable {
        private let continuation: Mutex<CheckedContinuation<Result?, Never>?>

        init(_ continuation: CheckedContinuation<Result?, Never>) {
            self.continuation = Mutex(continuation)
        }

        func resume(_ result: Result?) {
            let waiting = continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }
            waiting?.resume(returning: result)
        }
    }
}
