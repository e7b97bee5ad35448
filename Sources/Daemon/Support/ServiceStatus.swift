import Shared
import Store

/// The line about this daemon in `systemctl status`.
struct ServiceStatus: Sendable {
    let store: Store

    /// - Parameter showsQueue: Not right after a change, when the queue is about to be sent.
    func announce(showsQueue: Bool = false) async {
        do {
            Current.supervisor.tell(.status(try await line(showsQueue)))
        } catch {
            Current.supervisor.tell(.status("The database can't be read: \(error)"))
        }
    }

    private func line(_ showsQueue: Bool) async throws -> String {
        let servers = try await store.servers()
        guard !servers.isEmpty else { return "Not registered with any server" }
        if await store.isCopy { return "Looks like a copy of another machine, nothing is sent: see 'agent status'" }
        let sensors = Set(try await store.enablements().map(\.sensor)).count
        var queued = 0
        for server in servers where showsQueue {
            let depth = try await store.depth(of: server.id)
            queued += depth.states + depth.events + depth.registrations
        }
        let targets = servers.count == 1 ? "1 server" : "\(servers.count) servers"
        let line =
            switch sensors {
            case 0: "Registered with \(targets), no sensor is enabled"
            case 1: "Reporting 1 sensor to \(targets)"
            default: "Reporting \(sensors) sensors to \(targets)"
            }
        return queued == 0 ? line : line + ", \(queued) queued"
    }
}
