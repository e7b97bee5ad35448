// Sources are safe to use from any thread; the module does not say so.
@preconcurrency import Dispatch
import Glibc

/// Signals of this process as a stream.
struct ProcessSignals {
    let stream: AsyncStream<Int32>

    /// Takes these signals over from now on.
    init(_ signals: [Int32]) {
        stream = AsyncStream(bufferingPolicy: .bufferingNewest(16)) { continuation in
            let queue = DispatchQueue(label: "signals")
            let sources = signals.map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler { continuation.yield(number) }
                source.activate()
                return source
            }
            continuation.onTermination = { _ in
                for source in sources { source.cancel() }
            }
        }
    }
}
