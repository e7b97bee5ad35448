/// How much of a history is kept for one server while it is away; beyond it the oldest goes first, and is counted.
struct HistoryLimits: Sendable {
    var items = 250_000
    /// As counted by ``StoredItem/bytes``; the file takes about twice as much.
    var bytes = 64 << 20
    var age = Duration.seconds(30 * 86400)
}
