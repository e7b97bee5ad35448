/// Sensors as `--json` prints them.
package struct SensorListing: Codable, Sendable {
    package var version = 1
    package var sensors: [ListedSensor]

    package init(_ sensors: [ListedSensor]) {
        self.sensors = sensors
    }
}
