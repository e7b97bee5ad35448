import Daemon
import Glibc
import Live
import Shared

/// `agent servers add`
struct ServersAddCommand: Command {
    static let specification = CommandSpecification(
        ["servers", "add"],
        operands: "URL",
        operandCount: 1...1,
        summary: "register this machine with a Home Assistant",
        details: """
            The token is a long-lived access token: in Home Assistant, click your name, then Security, then Create token. It
            is used for the registration alone and kept nowhere. It comes from --token-file, from standard input, or is asked
            for. Nothing is reported to the new server until you enable sensors.
            """,
        options: [
            OptionSpecification(
                "--name",
                "NAME",
                help: "what this machine calls the server; else the name of the home"
            ),
            OptionSpecification(
                "--device-name",
                "NAME",
                help: "what Home Assistant calls this machine; begins the id of every entity there"
            ),
            TokenReader.option,
            OptionSpecification(
                "--insecure-http",
                help: "allow plain http to a server that is not on the local network"
            ),
            .json,
        ] + ConnectionArgument.options,
        make: { ServersAddCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let url = invocation.operands[0]
        let client = try ControlClient(path: invocation.places.askedSocket)
        if url.lowercased().hasPrefix("http://"), !Self.isLoopback(url) {
            Console.note(
                "note: \(url.printable(limit: 100)) is plain http: whoever listens on the way while this machine registers sees "
                    + "the token and the key; values are sealed with that key afterwards"
            )
        }
        let deviceName = try chooseDeviceName()
        let settings = try ConnectionArgument.settings(of: invocation)
        let token = try TokenReader.read(invocation)
        let answer = try client.ask(
            .addServer(
                NewServer(
                    url: url,
                    token: token,
                    name: invocation.value(of: "--name"),
                    deviceName: deviceName,
                    allowsPlainHTTP: invocation.has("--insecure-http"),
                    settings: settings
                )
            )
        )
        guard case .added(let server) = answer else { throw ControlFailure.unexpectedAnswer }
        if invocation.has(.json) { return try Console.json(server) }
        let version = server.serverVersion.map { " (Home Assistant \($0))" } ?? ""
        Console.out(
            "registered with \(server.url)\(version) as '\(server.deviceName)'; here it is called '\(server.name)'"
        )
        Console.out("nothing is reported yet: look with 'agent sensors', then 'agent sensors enable PATTERN…'")
    }

    private static func isLoopback(_ url: String) -> Bool {
        ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { url.lowercased().hasPrefix($0) }
    }

    private func chooseDeviceName() throws(ControlFailure) -> String {
        if let name = invocation.value(of: "--device-name") {
            let shown = name.printable(limit: 64)
            guard shown.contains(where: \.isLetter) || shown.contains(where: \.isNumber) else {
                throw ControlFailure(.usage, "--device-name needs a name with letters or digits")
            }
            return shown
        }
        let proposal = World.live(log: StandardErrorLog(hasJournalPrefix: false)).hostName()
        guard Console.isInteractive, invocation.value(of: "--token-file") != nil || isatty(STDIN_FILENO) == 1 else {
            Console.note("Home Assistant will call this machine '\(proposal)'; --device-name chooses another name")
            return proposal
        }
        Console.note("Home Assistant puts the name of this machine before every entity, and keeps it.")
        Console.prompt("Name of this machine [\(proposal)]: ")
        let typed = (readLine() ?? "").printable(limit: 64)
        return typed.allSatisfy({ $0 == " " }) ? proposal : typed
    }
}
