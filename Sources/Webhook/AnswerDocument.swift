package import Shared

/// The body of a receiver's answer; exactly one of both is there.
package struct AnswerDocument: Codable, Sendable, Hashable {
    /// An ``Acknowledgement``.
    package var sealed: String?
    package var refused: ReceiverRefusal?

    package init(sealed: String) { self.sealed = sealed }
    package init(refused: ReceiverRefusal) { self.refused = refused }
}
