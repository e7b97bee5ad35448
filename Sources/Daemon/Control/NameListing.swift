package import SensorSDK

/// What command lines can name.
package struct NameListing: Codable, Sendable {
    package struct Sensor: Codable, Sendable {
        package var id: SensorID
        package var name: String
    }

    package var version = 1
    package var sensors: [Sensor]
    package var servers: [String]
    /// `nil` from a daemon that does not say.
    package var plugins: [String]?

    package init(sensors: [Sensor], servers: [String], plugins: [String]) {
        self.sensors = sensors
        self.servers = servers
        self.plugins = plugins
    }

    private enum CodingKeys: String, CodingKey {
        case version, sensors, servers, plugins
    }
}
