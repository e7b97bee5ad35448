/// Why a receiver of the server kind `webhook` does not take a batch. The words go over the wire and are kept for ever.
package enum ReceiverRefusal: String, Error, Sendable, Hashable, Codable, CaseIterable {
    /// Longer than the receiver takes.
    case oversize
    /// No whole envelope: cut on the way, or something else.
    case truncated
    /// The envelope names an agent that the receiver has no key for.
    case unknownAgent = "unknown_agent"
    /// Sealed with another key or for the other direction, changed on the way, or in the name of another agent.
    case forged
    /// The receiver has taken this batch or a later one: it was repeated, or overtaken on its way.
    case replayed
    /// It opened, but what is in it contradicts itself or is of an unknown version.
    case malformed
    /// The receiver can't write at present.
    case unavailable
}
