/// What stands in the body of a request: whose it is, in clear, so that the receiver finds the key, and all else sealed.
package struct Envelope: Codable, Sendable, Hashable {
    package var agent: String
    /// A ``BatchDocument``, see ``PackedText``.
    package var sealed: String

    package init(agent: String, sealed: String) {
        self.agent = agent
        self.sealed = sealed
    }
}
