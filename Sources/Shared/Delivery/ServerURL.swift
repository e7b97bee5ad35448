import FoundationEssentials

/// Where a server is: scheme, host and perhaps a port, and nothing after them.
package struct ServerURL: Sendable, Hashable {
    /// `http://homeassistant.local:8123`
    package let text: String
    /// Without brackets around an IPv6 address.
    package let host: String
    /// Plain HTTP, so that only a sealed answer tells the server from someone in between.
    package let isPlain: Bool

    /// - Parameter given: As a person wrote it; a path, query or fragment is dropped.
    /// - Throws: ``OnboardingError/badURL(_:)``, also for a URL that holds a user name or password.
    package init(_ given: String) throws(OnboardingError) {
        guard
            let end = given.lastIndex(where: { !$0.isWhitespace }),
            let parts = URLComponents(string: String(given[...end].drop(while: \.isWhitespace))),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.encodedHost, !host.isEmpty,
            parts.user == nil, parts.password == nil,
            parts.port.map({ (1...65535).contains($0) }) ?? true
        else {
            throw .badURL(Self.withoutCredentials(given))
        }
        let lowerHost = host.lowercased()
        text = "\(scheme)://\(lowerHost)" + (parts.port.map { ":\($0)" } ?? "")
        self.host = lowerHost.filter { $0 != "[" && $0 != "]" }
        isPlain = scheme == "http"
    }

    /// The URL of a path, such as `/api/config`. Secret, since a path may hold a webhook id.
    package func appending(_ path: String) -> Secret {
        Secret(text + path)
    }

    /// What a person wrote, fit to be shown: without anything that might be a password.
    private static func withoutCredentials(_ given: String) -> String {
        guard let at = given.lastIndex(of: "@") else { return given.printable(limit: 64) }
        return "…\(given[at...])".printable(limit: 64)
    }
}
