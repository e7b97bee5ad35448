import Daemon
import Shared
import Webhook

/// `agent servers renew`
struct ServersRenewCommand: Command {
    static let specification = CommandSpecification(
        ["servers", "renew"],
        summary: "make a machine of its own of a copy: another device on each server",
        details: """
            For a machine that 'agent status' calls a copy. Each server gets a new device for this machine, ids that are made of
            serial numbers are made anew, and what is enabled stays enabled. The original and its device are left alone. Each
            server asks for a token, at the prompt or as lines 'NAME TOKEN' in --token-file or on standard input; where there is
            but one server, the token alone is enough. For a receiver the token is a key of its own, as 'agent keys new' makes it.
            """,
        options: [TokenReader.option, OptionSpecification("--yes", help: "do not ask; for scripts"), .json],
        make: { ServersRenewCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let client = try ControlClient(path: invocation.places.askedSocket)
        guard case .servers(let listing) = try client.ask(.listServers) else { throw ControlFailure.unexpectedAnswer }
        let names = listing.servers.map(\.name)
        Console.note(
            "This machine becomes a new device on \(names.isEmpty ? "no server" : names.joined(separator: ", ")); the device of "
                + "the machine that it was copied from stays as it is."
        )
        if !invocation.has("--yes") {
            guard Console.isInteractive else {
                throw ControlFailure(.usage, "nothing was done; say --yes if that is what you want")
            }
            Console.prompt("Register as another machine? [y/N] ")
            guard ["y", "yes"].contains((readLine() ?? "").lowercased()) else {
                throw ControlFailure(.no, "nothing was done")
            }
        }
        let tokens = try TokenReader.read(invocation, for: listing.servers)
        guard case .renewed(let report) = try client.ask(.renewServers(tokens: tokens)) else {
            throw ControlFailure.unexpectedAnswer
        }
        if invocation.has(.json) { return try Console.json(report) }
        Console.out("registered as another machine with \(Count.of(report.servers.count, "server"))")
        guard case .servers(let renewed) = try client.ask(.listServers) else { throw ControlFailure.unexpectedAnswer }
        for server in renewed.servers where server.kind == WebhookKind.word {
            Console.out(
                "for \(server.name) this machine is agent \(server.agentID): its key file needs the line '\(server.agentID) KEY'"
            )
        }
        for id in report.missing { Console.out("\(id) is not on this machine now; enable it again when it is") }
    }
}
