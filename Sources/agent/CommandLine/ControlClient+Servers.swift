import Daemon
import Webhook

extension ControlClient {
    /// Whether a Home Assistant is among these servers, rather than receivers alone.
    func hasHome(among names: [String]) throws(ControlFailure) -> Bool {
        guard case .servers(let listing) = try ask(.listServers) else { throw ControlFailure.unexpectedAnswer }
        return listing.servers.contains { names.contains($0.name) && $0.kind != WebhookKind.word }
    }
}
