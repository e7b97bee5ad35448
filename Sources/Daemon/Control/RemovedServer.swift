/// A server that was removed, with all that was stored for it.
package struct RemovedServer: Codable, Sendable {
    package var version = 1
    package var name: String
    /// The device that is now to be deleted in Home Assistant.
    package var deviceName: String
    /// ``ServerKind/name``
    package var kind: String
    /// What the server could not be told; `nil` when it knows that its sensors are unavailable.
    package var problem: String?

    private enum CodingKeys: String, CodingKey {
        case version, name, kind, problem
        case deviceName = "device_name"
    }
}
