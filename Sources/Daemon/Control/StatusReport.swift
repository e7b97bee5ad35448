/// How the daemon stands, as `agent status --json` prints it.
package struct StatusReport: Codable, Sendable {
    package var version = 1
    /// The agent's own version.
    package var agent: String
    /// Since the daemon started.
    package var uptimeSeconds: Int
    package var sensors: Int
    package var enabledSensors: Int
    package var servers: [ServerListing.Server]
    /// Whether this looks like a copy of another machine; nothing is sent then.
    package var isCopy: Bool
    /// Families that can't say what they have, and the like.
    package var problems: [String]

    private enum CodingKeys: String, CodingKey {
        case version, agent, sensors, servers, problems
        case uptimeSeconds = "uptime_seconds"
        case isCopy = "is_copy"
        case enabledSensors = "enabled_sensors"
    }
}
