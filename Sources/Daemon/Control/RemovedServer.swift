/// A server that was removed, with all that was stored for it.
package struct RemovedServer: Codable, Sendable {
    package var version = 1
    package var name: String
    /// The device that is now to be deleted in Home Assistant.
    package var deviceName: String
    /// ``ServerKind/name``
    package var kind: String

    private enum CodingKeys: String, CodingKey {
        case version, name, kind
        case deviceName = "device_name"
    }
}
