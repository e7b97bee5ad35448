/// Where a server is thought to be.
package struct ServerQuestion: Codable, Sendable {
    /// As the user gave it: `http://ha.local:8123`.
    package var url: String
    /// The user asked for plain HTTP although the server is not on the local network.
    package var allowsPlainHTTP: Bool
    package var settings: ConnectionSettings

    package init(url: String, allowsPlainHTTP: Bool = false, settings: ConnectionSettings = ConnectionSettings()) {
        self.url = url
        self.allowsPlainHTTP = allowsPlainHTTP
        self.settings = settings
    }
}
