/// Orders what was queued, across rebuilds of the outbox: each fresh outbox has the next epoch.
package struct QueueSequence: Sendable, Hashable, Comparable {
    package var epoch: Int64
    package var number: Int64

    package init(epoch: Int64, number: Int64) {
        self.epoch = epoch
        self.number = number
    }

    package static func < (left: QueueSequence, right: QueueSequence) -> Bool {
        (left.epoch, left.number) < (right.epoch, right.number)
    }
}
