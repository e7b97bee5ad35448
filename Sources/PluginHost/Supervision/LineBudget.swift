/// How much a plugin may say that nobody asked for, so that a flood costs nothing but its plugin.
struct LineBudget: Sendable {
    /// Pushes and refused lines in a minute.
    private static let lines = 1000
    /// Bytes in a minute, those of answers left out.
    private static let bytes = 4 << 20

    private var start = Duration.zero
    private var lines = 0
    private var bytes = 0

    /// Takes back what belonged to an answer.
    mutating func refund(bytes answered: Int) {
        bytes = max(0, bytes - answered)
    }

    /// - Returns: Whether it is still within bounds.
    mutating func spend(lines newLines: Int, bytes newBytes: Int, at now: Duration) -> Bool {
        if now - start >= .seconds(60) { self = LineBudget(start: now) }
        lines += newLines
        bytes += newBytes
        return lines <= Self.lines && bytes <= Self.bytes
    }

    init(start: Duration) {
        self.start = start
    }
}
