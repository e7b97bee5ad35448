import Shared
import Synchronization

/// The changes between a monitor and whoever reads its stream, merged, so that they never need more room.
final class NetworkChangeBuffer: Sendable {
    private let pending = Mutex(NetworkChanges())
    private let signal: AsyncStream<Void>.Continuation

    private init(_ signal: AsyncStream<Void>.Continuation) {
        self.signal = signal
    }

    /// The stream is not kept in the buffer: it would never be seen to be abandoned.
    static func makeStream() -> (stream: AsyncStream<NetworkChanges>, buffer: NetworkChangeBuffer) {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let buffer = NetworkChangeBuffer(signal)
        let reader = Reader(signals, buffer)
        return (AsyncStream { await reader.next() }, buffer)
    }

    func merge(_ changes: NetworkChanges) {
        pending.withLock { $0.merge(changes) }
        signal.yield()
    }

    /// When nobody reads the stream any more.
    func whenAbandoned(_ run: @escaping @Sendable () -> Void) {
        signal.onTermination = { _ in run() }
    }

    private func take() -> NetworkChanges {
        pending.withLock { pending in
            defer { pending = NetworkChanges() }
            return pending
        }
    }

    /// Takes what is pending only when somebody wants it.
    private actor Reader {
        private var signals: AsyncStream<Void>.Iterator
        private let buffer: NetworkChangeBuffer

        init(_ signals: AsyncStream<Void>, _ buffer: NetworkChangeBuffer) {
            self.signals = signals.makeAsyncIterator()
            self.buffer = buffer
        }

        func next() async -> NetworkChanges? {
            // The iterator has no state of its own: it is a handle to the stream.
            var iterator = signals
            while await iterator.next(isolation: self) != nil {
                let changes = buffer.take()
                if !changes.isEmpty { return changes }
            }
            return nil
        }
    }
}
