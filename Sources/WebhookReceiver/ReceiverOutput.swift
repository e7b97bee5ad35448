/// Where the items go that a receiver takes.
package enum ReceiverOutput: Sendable, Hashable {
    /// The table `items` of its database.
    case database
    /// JSON lines, behind what is in the file; `nil` is standard output.
    case lines(path: String?)
}
