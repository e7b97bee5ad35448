/// How much a host may say that nobody asked for: more than all of its plugins together may.
struct HostBudget: Sendable {
    private static let mostLines = 20_000

    private var start: Duration
    private var lines = 0

    init(start: Duration) {
        self.start = start
    }

    /// - Returns: Whether one line more is within bounds.
    mutating func spend(at now: Duration) -> Bool {
        if now - start >= .seconds(60) { self = HostBudget(start: now) }
        lines += 1
        return lines <= Self.mostLines
    }
}
