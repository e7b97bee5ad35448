/// What a registration needs to know.
package struct Onboarding: Sendable {
    /// As the user gave it: `http://ha.local:8123`.
    package var url: String
    /// What the owner handed in: a long-lived access token, which is used for the registration alone and kept nowhere; for the
    /// kind `webhook` the content of a key file.
    package var token: Secret
    package var deviceName: String
    package var deviceID: String
    package var host: HostFacts
    /// The user asked for plain HTTP although the server is not on the local network.
    package var allowsPlainHTTP: Bool
    package var settings: ConnectionSettings
    /// ``ServerRecord/credentials`` of the registration that this one takes the place of: what the owner set stays.
    package var previous: Secret?
    /// This machine is a copy of the one that `previous` belongs to, and becomes another one.
    package var isCopy: Bool

    package init(
        url: String,
        token: Secret,
        deviceName: String,
        deviceID: String,
        host: HostFacts,
        allowsPlainHTTP: Bool,
        settings: ConnectionSettings = ConnectionSettings(),
        previous: Secret? = nil,
        isCopy: Bool = false
    ) {
        self.url = url
        self.token = token
        self.deviceName = deviceName
        self.deviceID = deviceID
        self.host = host
        self.allowsPlainHTTP = allowsPlainHTTP
        self.settings = settings
        self.previous = previous
        self.isCopy = isCopy
    }
}
