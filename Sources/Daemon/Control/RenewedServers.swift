package import SensorSDK

/// What became of the servers of a copy, and of what is enabled for them.
package struct RenewedServers: Codable, Sendable {
    package var version = 1
    /// Their names; each has another device now.
    package var servers: [String]
    package var enabledSensors: Int
    /// Enabled, and not to be found on this machine now: each is enabled anew once it is there.
    package var missing: [SensorID]

    private enum CodingKeys: String, CodingKey {
        case version, servers, missing
        case enabledSensors = "enabled_sensors"
    }
}
