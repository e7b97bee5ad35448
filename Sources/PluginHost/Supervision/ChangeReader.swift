import SensorSDK
import Synchronization

/// Whoever reads the changes of a plugin: while there is one, the plugin is wanted. The one before is at his end then.
final class ChangeReader: Sendable {
    private struct State {
        /// Counts those that there were.
        var number = 0
        var continuation: AsyncStream<ProviderChange>.Continuation?
    }

    private let state = Mutex(State())

    var isThere: Bool { state.withLock { $0.continuation != nil } }

    /// - Parameters:
    ///   - limit: How many changes are kept while nobody takes them; of more, the oldest are gone.
    ///   - onEnd: Called when the reader has gone by himself, and none came in his place.
    func changes(keeping limit: Int, onEnd: @escaping @Sendable () -> Void) -> AsyncStream<ProviderChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ProviderChange.self,
            bufferingPolicy: .bufferingNewest(limit)
        )
        let (number, before) = state.withLock { state in
            let before = state.continuation
            state.number += 1
            state.continuation = continuation
            return (state.number, before)
        }
        before?.finish()
        continuation.onTermination = { _ in
            let isLast = self.state.withLock { state in
                guard state.number == number, state.continuation != nil else { return false }
                state.continuation = nil
                return true
            }
            if isLast { onEnd() }
        }
        return stream
    }

    func tell(_ change: ProviderChange) {
        _ = state.withLock { $0.continuation }?.yield(change)
    }

    /// Ends what is read.
    func finish() {
        state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }?.finish()
    }
}
