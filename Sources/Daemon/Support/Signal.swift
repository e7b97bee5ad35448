import Shared
import Synchronization

/// Wakes one waiting task; a raise that finds nobody waiting is kept for the next one.
final class Signal: Sendable {
    private enum State {
        case idle
        case raised
        case waiting(CheckedContinuation<Void, Never>)
    }

    private let state = Mutex(State.idle)

    func raise() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if case .waiting(let continuation) = state {
                state = .idle
                return continuation
            }
            state = .raised
            return nil
        }
        waiter?.resume()
    }

    /// Forgets a raise that nobody waited for.
    func lower() {
        state.withLock { state in
            if case .raised = state { state = .idle }
        }
    }

    /// Returns when raised, after `limit`, or when the task is cancelled, whichever is first.
    ///
    /// - Parameter limit: `nil` waits for as long as it takes.
    func wait(atMost limit: Duration? = nil) async {
        guard let limit else { return await untilRaised() }
        let clock = Current.clock
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.untilRaised() }
            // It throws only when it is cancelled, because the signal was first.
            group.addTask { try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    private func untilRaised() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if case .raised = state {
                        state = .idle
                        return true
                    }
                    if Task.isCancelled { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard case .waiting(let continuation) = state else { return nil }
                state = .idle
                return continuation
            }
            waiter?.resume()
        }
    }
}
