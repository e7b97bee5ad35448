import Daemon
import Shared
import Webhook

/// `agent servers list`
struct ServersListCommand: Command {
    static let specification = CommandSpecification(
        ["servers", "list"],
        summary: "list the servers that this machine reports to",
        options: [.json],
        make: { ServersListCommand(places: $0.places, isJSON: $0.has(.json)) }
    )

    let places: Places
    let isJSON: Bool

    func run() async throws {
        guard case .servers(let listing) = try ControlClient(path: places.askedSocket).ask(.listServers) else {
            throw ControlFailure.unexpectedAnswer
        }
        if isJSON { return try Console.json(listing) }
        guard !listing.servers.isEmpty else {
            return Console.out("no servers; 'agent servers add URL' adds one")
        }
        var table = Table(header: ["NAME", "URL", "STATE", "SENSORS", "WAITING", "THIS MACHINE IS CALLED"])
        for server in listing.servers {
            table.add([
                server.name, server.url, server.state.rawValue, "\(server.enabledSensors)",
                "\(server.waitingStates + server.waitingEvents + server.waitingRegistrations)", server.deviceName,
            ])
        }
        for line in table.lines { Console.out(line) }
        for server in listing.servers where server.kind == WebhookKind.word {
            Console.out("\(server.name): a receiver, for which this machine is agent \(server.agentID)")
        }
        for server in listing.servers {
            if let problem = server.problem { Console.out("\(server.name): \(problem)") }
        }
    }
}
