import Shared
import Synchronization

/// Runs what may hang, and gives up waiting for it in time.
enum Deadline {
    /// - Returns: What `operation` returned, or `nil` when it took longer than `limit` or the task was cancelled; it then goes
    ///   on alone, since nothing can end a call that hangs in the kernel.
    static func run<Result: Sendable>(
        _ limit: Duration,
        _ operation: @escaping @Sendable () async -> Result
    ) async -> Result? {
        let clock = Current.clock
        let first = First<Result>()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                first.take(continuation)
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
        } onCancel: {
            first.resume(nil)
        }
    }

    private final class First<Result: Sendable>: Sendable {
        private enum State {
            case early
            case waiting(CheckedContinuation<Result?, Never>)
            case over
        }

        private let state = Mutex(State.early)

        func take(_ continuation: CheckedContinuation<Result?, Never>) {
            let isOver = state.withLock { state in
                if case .over = state { return true }
                state = .waiting(continuation)
                return false
            }
            if isOver { continuation.resume(returning: nil) }
        }

        func resume(_ result: Result?) {
            let waiting = state.withLock { state -> CheckedContinuation<Result?, Never>? in
                defer { state = .over }
                guard case .waiting(let continuation) = state else { return nil }
                return continuation
            }
            waiting?.resume(returning: result)
        }
    }
}
