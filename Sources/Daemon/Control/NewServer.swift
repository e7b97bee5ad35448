package import Shared

/// A server that is to be added.
package struct NewServer: Codable, Sendable {
    package var url: String
    /// ``Onboarding/token``
    package var token: Secret
    /// ``ServerKind/name``; `nil` is the first kind that the daemon knows.
    package var kind: String?
    /// What this machine calls it; `nil` takes the home's name.
    package var name: String?
    package var deviceName: String
    package var allowsPlainHTTP: Bool
    package var settings: ConnectionSettings

    package init(
        url: String,
        token: Secret,
        name: String?,
        deviceName: String,
        allowsPlainHTTP: Bool,
        settings: ConnectionSettings = ConnectionSettings(),
        kind: String? = nil
    ) {
        self.url = url
        self.token = token
        self.name = name
        self.deviceName = deviceName
        self.allowsPlainHTTP = allowsPlainHTTP
        self.settings = settings
        self.kind = kind
    }
}
