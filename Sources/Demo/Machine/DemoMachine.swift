import Glibc

/// The demo machine at one moment: every value is a function of the time since boot.
struct DemoMachine: Sendable {
    /// Since boot.
    let milliseconds: Int64

    init(at sinceBoot: Duration) {
        let (seconds, attoseconds) = sinceBoot.components
        milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    var seconds: Double { Double(milliseconds) / 1000 }

    /// A value that swings between two bounds, with the period in seconds.
    func swing(_ low: Double, _ high: Double, every period: Double) -> Double {
        (low + high) / 2 + (high - low) / 2 * sin(2 * .pi * seconds / period)
    }

    /// A counter since boot whose rate swings between 0 and twice the mean, so that it never goes back.
    func total(meanRate: Double, every period: Double) -> UInt64 {
        UInt64(meanRate * (seconds + period / (2 * .pi) * (1 - cos(2 * .pi * seconds / period))))
    }
}
