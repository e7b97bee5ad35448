/// Sensors as `--json` prints them.
package struct SensorListing: Codable, Sendable {
    package var version = 1
    package var sensors: [ListedSensor]
    /// What is to be said beside them, such as of patterns that stand for nothing.
    package var complaints: [String]?

    package init(_ sensors: [ListedSensor], complaints: [String] = []) {
        self.sensors = sensors
        self.complaints = complaints.isEmpty ? nil : complaints
    }
}
