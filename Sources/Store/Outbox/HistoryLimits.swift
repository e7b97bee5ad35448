/// How much of a history is kept for one server while it is away; beyond it the oldest goes first, and is counted.
package struct HistoryLimits: Sendable, Hashable {
    package var items = 250_000
    /// As counted by ``StoredItem/bytes``; the file takes about twice as much.
    package var bytes = 64 << 20
    package var age = Duration.seconds(30 * 86400)

    package init() {}
}
