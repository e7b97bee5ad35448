package import Shared
import Synchronization

/// A machine that a test sends to sleep.
package final class FakePowerEvents: PowerEvents {
    private let stream = AsyncStream.makeStream(of: PowerNotice.self)

    private let state = Mutex(PowerCoverage.unknown)

    package init() {}

    package var coverage: PowerCoverage {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    package func notices() -> AsyncStream<PowerNotice> { stream.stream }

    /// Returns when the daemon does not need the machine to wait any longer.
    package func announce(_ kind: PowerNotice.Kind) async {
        await withCheckedContinuation { continuation in
            stream.continuation.yield(PowerNotice(kind) { continuation.resume() })
        }
    }
}
