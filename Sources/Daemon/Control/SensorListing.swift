/// Sensors as `--json` prints them.
package struct SensorListing: Codable, Sendable {
    package var version = 1
    package var sensors: [ListedSensor]
    /// What is to be said about patterns that stand for nothing, beside others that do.
    package var complaints: [String]?

    package init(_ sensors: [ListedSensor], complaints: [String] = []) {
        self.sensors = sensors
        self.complaints = complaints.isEmpty ? nil : complaints
    }
}
