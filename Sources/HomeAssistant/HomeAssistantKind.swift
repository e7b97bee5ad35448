package import Shared

/// The server kind `homeassistant`: the `mobile_app` integration of Home Assistant, always encrypted.
package struct HomeAssistantKind: ServerKind {
    package let name = "homeassistant"

    /// The oldest version that has all that is relied on (full key, `unavailable`, `disabled`, null classes).
    static let leastVersion = "2023.6"

    package init() {}

    package func register(_ machine: Onboarding) async throws(OnboardingError) -> Registration {
        let url = try ServerURL(machine.url)
        // Damaged ones are no hindrance to new ones.
        let previous = machine.previous.flatMap { try? Credentials(reading: $0) }
        let registrar = Registrar(
            machine: machine,
            url: url,
            connection: Current.http.connection(),
            previous: previous
        )
        defer { registrar.connection.close() }
        return try await registrar.register()
    }

    package func changed(_ server: ServerRecord, by change: ServerChange) throws(OnboardingError) -> ServerRecord {
        var credentials = try Credentials(reading: server.credentials)
        try credentials.apply(change)
        var server = server
        server.credentials = credentials.stored()
        server.url = credentials.baseURL
        return server
    }

    package func choices(of server: ServerRecord) throws(OnboardingError) -> [ServerChange] {
        let credentials = try Credentials(reading: server.credentials)
        var choices = [ServerChange.url(credentials.baseURL)]
        if let url = credentials.externalURL { choices.append(.externalURL(url)) }
        choices += credentials.settings.choices
        if credentials.allowsPlainHTTP { choices.append(.allowsPlainHTTP(true)) }
        return choices
    }

    package func link(to server: ServerRecord) throws(OnboardingError) -> any ServerLink {
        let credentials = try Credentials(reading: server.credentials)
        return try HomeAssistantLink(to: server, with: credentials, over: Current.http.connection())
    }
}
