/// What the owner changes of a server after it was added.
package enum ServerChange: Codable, Sendable, Hashable {
    /// Where it is on its own network; tried first.
    case url(String)
    /// Where it is for a machine that is elsewhere; `nil` takes it away.
    case externalURL(String?)
    /// How it is reached and trusted.
    case connection(ConnectionSetting)
    /// Whether plain HTTP may leave the local network.
    case allowsPlainHTTP(Bool)
}
