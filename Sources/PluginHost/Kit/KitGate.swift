import Synchronization

/// Lets the reader of a plugin's answers through, or keeps it waiting as long as the test wants.
final class KitGate: Sendable {
    private struct State {
        var isOpen: Bool
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>

    init(isOpen: Bool) {
        state = Mutex(State(isOpen: isOpen))
    }

    /// Returns once it is open. One caller at a time.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting = continuation }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }
}
