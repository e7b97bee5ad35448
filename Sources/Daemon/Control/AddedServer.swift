/// A server that was added.
package struct AddedServer: Codable, Sendable {
    package var version = 1
    package var name: String
    package var url: String
    package var deviceName: String
    package var serverVersion: String?

    private enum CodingKeys: String, CodingKey {
        case version, name, url
        case deviceName = "device_name"
        case serverVersion = "server_version"
    }
}
