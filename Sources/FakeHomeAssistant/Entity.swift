package import FoundationEssentials
package import SensorSDK

/// A sensor as the server knows and shows it.
package struct Entity: Sendable, Hashable {
    package var uniqueID: String
    package var kind: SensorKind
    /// The first one that the machine gave.
    package var name: String
    /// `unknown` until there was one.
    package var state: String
    package var unit: String?
    package var deviceClass: String?
    package var stateClass: String?
    package var category: String?
    package var icon: String?
    /// Empty while the state is `unavailable`.
    package var attributes: [String: JSONValue]
    /// When the state was last sent, changed or not; `nil` until it was.
    package var lastUpdate: Date?
    /// Shows nothing of what is sent to it.
    package var isDisabled: Bool
}
