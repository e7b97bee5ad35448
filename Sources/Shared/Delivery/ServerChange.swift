/// What the owner changes of a server after it was added.
package enum ServerChange: Codable, Sendable, Hashable {
    /// Where it is on its own network; tried first.
    case url(String)
    /// Where it is for a machine that is elsewhere; `nil` takes it away.
    case externalURL(String?)
    /// PEM of certificates that are trusted besides the machine's own; `nil` takes them away.
    case certificates(String?)
    /// Whether plain HTTP may leave the local network.
    case allowsPlainHTTP(Bool)
}
