/// A message with the version of the control protocol, so that the client of a newer package can still talk to a daemon that
/// has not restarted yet.
package struct ControlEnvelope<Message: Codable & Sendable>: Codable, Sendable {
    package var version: Int
    package var message: Message

    package init(_ message: Message) {
        version = 1
        self.message = message
    }
}
