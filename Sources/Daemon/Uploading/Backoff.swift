import Shared

/// Growing pauses with full jitter: between nothing and a ceiling that doubles from 5 s to 15 min.
struct Backoff {
    private var failures = 0

    static let longest = Duration.seconds(900)

    /// The pause after one more failure.
    ///
    /// - Parameter random: Evenly spread in 0..<1.
    mutating func pause(after fault: LinkFault, random: Double) -> Duration {
        let pause = next(random: random)
        switch fault {
        case .tooMany(let retryAfter?): return max(pause, min(retryAfter, Self.longest))
        // Each request of a machine that the server does not know is a warning in its log.
        case .unknownToServer: return .seconds(3600)
        default: return pause
        }
    }

    private mutating func next(random: Double) -> Duration {
        let ceiling = min(5 * Double(1 << min(failures, 8)), Self.longest / .seconds(1))
        failures += 1
        // Never quite nothing: an answer that fails at once would make a busy loop.
        return .milliseconds(max(500, Int(ceiling * 1000 * random)))
    }

    mutating func reset() {
        failures = 0
    }
}
