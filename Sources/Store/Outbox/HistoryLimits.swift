/// How much of a history is kept for one server while it is away; beyond it the oldest goes first, and is counted.
package struct HistoryLimits: Sendable, Hashable {
    package var items: Int
    /// As counted by ``StoredItem/bytes``; the file takes about twice as much.
    package var bytes: Int
    package var age: Duration

    package init(items: Int = 250_000, bytes: Int = 64_000_000, age: Duration = .seconds(30 * 86400)) {
        self.items = items
        self.bytes = bytes
        self.age = age
    }
}
