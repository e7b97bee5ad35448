package import Sealing
package import Shared

/// The two directions between an agent and its receiver, each with a key of its own: what goes one way never opens as what
/// came the other way.
package struct WebhookSeal: Sendable {
    /// From the agent.
    package let batches: SecretBox
    /// From the receiver.
    package let acknowledgements: SecretBox

    /// - Parameter key: 64 hexadecimal digits.
    package init(_ key: Secret) throws(SealingError) {
        batches = try SecretBox(subkey: 1, context: "snsagent", of: key)
        acknowledgements = try SecretBox(subkey: 2, context: "snsagent", of: key)
    }
}
