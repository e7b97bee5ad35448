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
        guard let server = servers[machine.url] else { throw .tokenRefused(status: 401) }
        await server.register()
        return Registration(
            credentials: machine.previous ?? Secret(""),
            url: machine.url,
            version: "2024.3.3",
            homeName: nil
        )
    }

    func changed(_ server: ServerRecord, by change: ServerChange) throws(OnboardingError) -> ServerRecord {
        var server = server
        switch change {
        case .url(let url): server.url = url
        case .externalURL(let url): server.credentials = Secret(url ?? "")
        default: break
        }
        return server
    }

    func choices(of server: ServerRecord) -> [ServerChange] {
        [.url(server.url), .externalURL(server.credentials.exposed)]
    }

    func link(to server: ServerRecord) throws(OnboardingError) -> any ServerLink {
        guard let server = servers[server.url] else { throw .damagedCredentials }
        return FakeLink(to: server)
    }
}
