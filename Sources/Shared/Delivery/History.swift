/// What a server that keeps a history is to be told next.
package struct History: Sendable, Hashable {
    /// That of the batch itself: above those of all its items, and of all batches that the server is known to have taken.
    package var sequence: QueueSequence
    /// In order of their sequence.
    package var items: [HistoryItem]
    /// Items that were given up because of their number, size or age, since the outbox was made.
    package var dropped: Int

    package init(sequence: QueueSequence, items: [HistoryItem] = [], dropped: Int = 0) {
        self.sequence = sequence
        self.items = items
        self.dropped = dropped
    }
}
