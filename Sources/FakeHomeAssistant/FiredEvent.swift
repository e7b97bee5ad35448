package import FoundationEssentials

/// An event that came on the server's bus.
package struct FiredEvent: Sendable, Hashable {
    package var type: String
    package var data: [String: JSONValue]
    /// When it arrived.
    package var time: Date
}
