package import Shared

/// The server kind `homeassistant`: the `mobile_app` integration of Home Assistant, always encrypted.
package struct HomeAssistantKind: ServerKind {
    package let name = "homeassistant"

    /// The oldest version that has all that is relied on (full key, `unavailable`, `disabled`, null classes).
    static let leastVersion = "2023.6"

    package init() {}

    package func register(_ machine: Onboarding) async throws(OnboardingError) -> Registration {
        let url = try ServerURL(machine.url)
        let registrar = Registrar(machine: machine, url: url, connection: Current.http.connection())
        defer { registrar.connection.close() }
        return try await registrar.register()
    }

    package func link(to server: ServerRecord) throws(OnboardingError) -> any ServerLink {
        let credentials = try Credentials(reading: server.credentials)
        return try HomeAssistantLink(to: server, with: credentials, over: Current.http.connection())
    }
}
