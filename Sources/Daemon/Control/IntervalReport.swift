package import SensorSDK

/// How often a sensor is read from now on.
package struct IntervalReport: Codable, Sendable {
    package var version = 1
    package var id: SensorID
    /// In seconds.
    package var interval: Double
    /// Whether the owner chose it, and not the sensor's family.
    package var chosen: Bool
}
