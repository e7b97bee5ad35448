/// How many of the lines that a program writes to its standard error go to the log: enough to see what it complains about, for as
/// long as it lives, and not enough to fill the log.
struct SpokenLines: Sendable {
    enum Verdict: Sendable {
        case tell
        /// The first one that is left out, which is said.
        case tellLast
        case keep
    }

    private static let most = 20
    private static let period = Duration.seconds(3600)

    private var start: Duration
    private var count = 0

    init(start: Duration) {
        self.start = start
    }

    /// What becomes of the next line.
    mutating func next(at now: Duration) -> Verdict {
        if now - start >= Self.period { self = SpokenLines(start: now) }
        count += 1
        return count <= Self.most ? .tell : count == Self.most + 1 ? .tellLast : .keep
    }
}
