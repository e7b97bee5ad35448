import Shared
import Synchronization

/// Servers by URL; one that a test did not prepare refuses the token.
final class FakeServerKind: ServerKind {
    let name = "fake"
    private let servers: [String: FakeServer]

    init(_ servers: [String: FakeServer]) {
        self.servers = servers
    }

    func register(_ machine: Onboarding) async throws(OnboardingError) -> Registration {
        guard servers[machine.url] != nil else { throw .tokenRefused(status: 401) }
        return Registration(credentials: Secret("{}"), url: machine.url, version: "2024.3.3", homeName: nil)
    }

    func changed(_ server: ServerRecord, by change: ServerChange) throws(OnboardingError) -> ServerRecord {
        guard case .url(let url) = change else { return server }
        var server = server
        server.url = url
        return server
    }

    func link(to server: ServerRecord) throws(OnboardingError) -> any ServerLink {
        guard let link = servers[server.url] else { throw .damagedCredentials }
        return link
    }
}
