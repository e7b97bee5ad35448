/// A server that was added.
package struct AddedServer: Codable, Sendable {
    package var version = 1
    package var name: String
    package var url: String
    package var deviceName: String
    package var serverVersion: String?
    /// ``ServerRecord/deviceID``
    package var agentID: String
    /// Why nothing would arrive there yet; `nil` when all is well.
    package var problem: String?

    private enum CodingKeys: String, CodingKey {
        case version, name, url, problem
        case agentID = "agent_id"
        case deviceName = "device_name"
        case serverVersion = "server_version"
    }
}
