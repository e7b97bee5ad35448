/// A server whose URL, trust or registration was changed, and what it said to that.
package struct ChangedServer: Codable, Sendable {
    package var version = 1
    package var name: String
    package var url: String
    /// What is wrong and what to do; `nil` when the server answered and is the one that holds this machine's key.
    package var problem: String?
    /// Sensors that are enabled for it.
    package var enabledSensors: Int

    private enum CodingKeys: String, CodingKey {
        case version, name, url, problem
        case enabledSensors = "enabled_sensors"
    }
}
