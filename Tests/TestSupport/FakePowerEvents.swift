package import Shared

/// A machine that a test sends to sleep.
package final class FakePowerEvents: PowerEvents {
    private let stream = AsyncStream.makeStream(of: PowerNotice.self)

    package init() {}

    package func notices() -> AsyncStream<PowerNotice> { stream.stream }

    /// Returns when the daemon does not need the machine to wait any longer.
    package func announce(_ kind: PowerNotice.Kind) async {
        await withCheckedContinuation { continuation in
            stream.continuation.yield(PowerNotice(kind) { continuation.resume() })
        }
    }
}
