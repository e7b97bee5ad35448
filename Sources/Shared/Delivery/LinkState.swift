/// How a server stands; the words are shown to people and kept for ever.
package enum LinkState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The last delivery was acknowledged.
    case ok
    /// Nothing was delivered yet, or the answer was none of the known ones.
    case waiting
    case unreachable
    case starting
    case unknownToServer = "unknown to server"
    case gone
    case keyMismatch = "key mismatch"
    case refused
}
