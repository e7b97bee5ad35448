package import SensorSDK

/// What came of naming a source, or of taking it back.
package struct SourceReport: Codable, Sendable {
    package var version = 1
    package var family: String
    /// As it is kept.
    package var source: String
    /// Whether it was not named before, or was until now.
    package var changed: Bool
    /// Sensors that are offered since, or no longer.
    package var sensors: [SensorID]
    /// Those of them that a server still gets, now as unavailable.
    package var enabled: [SensorID]
    /// Why the family could not say what it has.
    package var problem: String?
}
