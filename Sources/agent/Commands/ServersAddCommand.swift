import Daemon
import Glibc
import HomeAssistant
import Live
import Shared
import Webhook

/// `agent servers add`
struct ServersAddCommand: Command {
    static let specification = CommandSpecification(
        ["servers", "add"],
        operands: "URL",
        operandCount: 1...1,
        summary: "register this machine with a Home Assistant, or with a receiver",
        details: """
            The token is a long-lived access token: in Home Assistant, click your name, then Security, then Create token. It
            is used for the registration alone and kept nowhere. It comes from --token-file, from standard input, or is asked
            for. Nothing is reported to the new server until you enable sensors.

            With --kind webhook the URL is that of a receiver, such as 'agent receive', which gets everything that is read rather
            than the newest value alone: see sensor-agent-webhook(7). The key file holds the line that 'agent keys new' made; it
            is a line of the receiver's key file, too.
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
            OptionSpecification("--kind", "KIND", help: "kind of server: homeassistant, if left out, or webhook"),
            keyFile,
            OptionSpecification(
                "--insecure-http",
                help: "allow plain http to a server that is not on the local network"
            ),
            .json,
        ] + ConnectionArgument.options,
        make: { ServersAddCommand(invocation: $0) }
    )

    static let keyFile = OptionSpecification(
        "--key-file",
        "FILE",
        valueKind: .files,
        help: "of a receiver: the line of 'agent keys new', or the key alone"
    )

    let invocation: Invocation

    private var isReceiver: Bool { invocation.value(of: "--kind") == WebhookKind.word }

    func run() async throws {
        let kinds = [HomeAssistantKind().name, WebhookKind.word]
        if let kind = invocation.value(of: "--kind"), !kinds.contains(kind) {
            throw ControlFailure(
                .usage,
                "there is no kind of server '\(kind.printable(limit: 40))'; there are \(kinds.joined(separator: ", "))"
            )
        }
        let url = invocation.operands[0]
        let client = try ControlClient(path: invocation.places.askedSocket)
        // What is no URL of a server is refused by the daemon, which says why, and may hold a password.
        if !isReceiver, let server = try? ServerURL(url), server.isPlain, !Self.isLoopback(server) {
            Console.note(
                "note: \(server.text.printable(limit: 100)) is plain http: whoever listens on the way while this machine registers sees "
                    + "the token and the key; values are sealed with that key afterwards"
            )
        }
        guard isReceiver == (invocation.value(of: "--key-file") != nil) else {
            throw ControlFailure(.usage, "--kind webhook needs --key-file FILE, and only that kind takes one")
        }
        let settings = try ConnectionArgument.settings(of: invocation)
        let given = isReceiver ? try secret() : try TokenReader.namedFile(invocation)
        // Nobody is asked for anything before it is known that something answers.
        let question = ServerQuestion(
            url: url,
            allowsPlainHTTP: invocation.has("--insecure-http"),
            settings: settings
        )
        if !isReceiver { _ = try client.ask(.probeServer(question)) }
        let deviceName = isReceiver ? Self.hostName : try chooseDeviceName()
        let token = if let given { given } else { try secret() }
        let answer = try client.ask(
            .addServer(
                NewServer(
                    url: url,
                    token: token,
                    name: invocation.value(of: "--name"),
                    deviceName: deviceName,
                    allowsPlainHTTP: invocation.has("--insecure-http"),
                    settings: settings,
                    kind: invocation.value(of: "--kind")
                )
            )
        )
        guard case .added(let server) = answer else { throw ControlFailure.unexpectedAnswer }
        if invocation.has(.json) { return try Console.json(server) }
        if isReceiver { return describe(server) }
        let version = server.serverVersion.map { " (Home Assistant \($0))" } ?? ""
        Console.out(
            "registered with \(server.url)\(version) as '\(server.deviceName)'; here it is called '\(server.name)'"
        )
        Console.out("nothing is reported yet: look with 'agent sensors', then 'agent sensors enable PATTERN…'")
    }

    private func secret() throws(ControlFailure) -> Secret {
        guard let path = invocation.value(of: Self.keyFile.name) else { return try TokenReader.read(invocation) }
        return try TokenReader.key(in: path)
    }

    private func describe(_ server: AddedServer) {
        Console.out("added the receiver at \(server.url); here it is called '\(server.name)'")
        Console.out(
            "for it this machine is agent \(server.agentID): its key file needs the line '\(server.agentID) KEY'"
        )
        if let problem = server.problem { Console.out("nothing would arrive there yet: \(problem)") }
        Console.out("nothing is reported yet: look with 'agent sensors', then 'agent sensors enable PATTERN…'")
    }

    private static var hostName: String { World.live(log: StandardErrorLog(hasJournalPrefix: false)).hostName() }

    private static func isLoopback(_ server: ServerURL) -> Bool {
        ["127.0.0.1", "localhost", "::1"].contains(server.host)
    }

    private func chooseDeviceName() throws(ControlFailure) -> String {
        if let name = invocation.value(of: "--device-name") {
            let shown = name.printable(limit: 64)
            guard shown.contains(where: \.isLetter) || shown.contains(where: \.isNumber) else {
                throw ControlFailure(.usage, "--device-name needs a name with letters or digits")
            }
            return shown
        }
        let proposal = Self.hostName
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
