/// What was in a message to the webhook, once the server had opened it.
package struct OpenedMessage: Sendable, Hashable {
    /// Counts the messages that one server opened, from 1.
    package var number: Int
    package var command: String
    /// The JSON exactly as it was sealed.
    package var plaintext: String
}
