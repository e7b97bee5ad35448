/// How far the data of one agent is written.
struct Position: Sendable, Hashable {
    var epoch: Int64
    /// The number of the last batch that was taken.
    var batch: Int64
    /// The number of the last item that was written.
    var item: Int64
}
