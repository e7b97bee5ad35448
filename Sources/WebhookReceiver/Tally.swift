package import Shared

/// What a receiver did so far.
package struct Tally: Sendable, Hashable {
    package var batches = 0
    package var items = 0
    /// Items that came again, since an acknowledgement was lost.
    package var duplicates = 0
    package var refused: [ReceiverRefusal: Int] = [:]

    package init() {}
}
