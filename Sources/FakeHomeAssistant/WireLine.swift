package import FoundationEssentials

/// One request to the webhook, as someone on the way would see it, and how many things were in it.
package struct WireLine: Sendable, Hashable {
    package var time: Date
    /// The only word that is readable on the way: `update_sensor_states`; empty when there was none.
    package var command: String
    /// Length of the sealed text; 0 when nothing was sealed.
    package var sealedBytes: Int
    /// The sealed text's first characters, at most 32.
    package var sealedStart: String
    /// Sensors or events inside, once it was opened; 0 when it did not open or held none.
    package var items: Int
    package var status: Int
    /// Whether the answer was sealed too.
    package var isAnswerSealed: Bool
}
