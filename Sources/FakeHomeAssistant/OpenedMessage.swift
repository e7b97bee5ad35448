/// What was in a message to the webhook, once the server had opened it.
package struct OpenedMessage: Sendable, Hashable {
    package var command: String
    /// The JSON exactly as it was sealed.
    package var plaintext: String
}
