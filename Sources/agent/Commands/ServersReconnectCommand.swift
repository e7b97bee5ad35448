import Daemon
import Shared
import Webhook

/// `agent servers reconnect`
struct ServersReconnectCommand: Command {
    static let specification = CommandSpecification(
        ["servers", "reconnect"],
        operands: "NAME",
        operandCount: 1...1,
        summary: "register this machine again with a server that does not know it any more",
        details: """
            For a server that says 'gone', 'unknown to server' or 'key mismatch'. It keeps this machine's device id, so Home
            Assistant replaces the old device: what was changed there (entity ids, names, icons, areas) is lost, and the
            sensors that are enabled here come back under their first names. What is off stays off. The token comes from
            --token-file, standard input or a prompt, as with 'agent servers add'.

            A receiver is given a new key with --key-file; sensors are described to it anew, and nothing is lost.
            """,
        options: [
            TokenReader.option, ServersAddCommand.keyFile,
            OptionSpecification("--yes", help: "do not ask; for scripts"), .json,
        ],
        operandKinds: [.servers],
        make: { ServersReconnectCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let name = invocation.operands[0]
        let client = try ControlClient(path: invocation.places.askedSocket)
        guard case .servers(let listing) = try client.ask(.listServers) else { throw ControlFailure.unexpectedAnswer }
        guard let server = listing.servers.first(where: { $0.name == name }) else {
            throw ControlFailure(.usage, "no server '\(name.printable(limit: 64))'; 'agent servers list' shows all")
        }
        if server.kind == WebhookKind.word { return try renewKey(of: server, client) }
        Console.note(
            "Home Assistant at \(server.url) will replace the device '\(server.deviceName)': entity ids, names, icons and areas that "
                + "were changed there are lost. The \(server.enabledSensors) sensors that are enabled here are described anew; what "
                + "is off stays off, also what was disabled in Home Assistant."
        )
        if !invocation.has("--yes") {
            guard Console.isInteractive else {
                throw ControlFailure(.usage, "nothing was done; say --yes if that is what you want")
            }
            Console.prompt("Register again? [y/N] ")
            guard ["y", "yes"].contains((readLine() ?? "").lowercased()) else {
                throw ControlFailure(.no, "nothing was done")
            }
        }
        let token = try TokenReader.read(invocation)
        guard case .set(let report) = try client.ask(.reconnectServer(name: name, token: token)) else {
            throw ControlFailure.unexpectedAnswer
        }
        if invocation.has(.json) { return try Console.json(report) }
        Console.out("registered again with \(report.url) as '\(server.deviceName)'")
        if let problem = report.problem { Console.out("it does not answer as it should yet: \(problem)") }
    }

    private func renewKey(of server: ServerListing.Server, _ client: ControlClient) throws {
        guard let path = invocation.value(of: ServersAddCommand.keyFile.name) else {
            throw ControlFailure(.usage, "\(server.name) is a receiver: give its new key with --key-file FILE")
        }
        let key = try TokenReader.key(in: path)
        guard case .set(let report) = try client.ask(.reconnectServer(name: server.name, token: key)) else {
            throw ControlFailure.unexpectedAnswer
        }
        if invocation.has(.json) { return try Console.json(report) }
        Console.out("\(report.name) at \(report.url) has a new key; sensors are described to it anew")
        if let problem = report.problem { Console.out("it does not answer as it should yet: \(problem)") }
    }
}
