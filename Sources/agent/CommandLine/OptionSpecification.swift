/// One option of a command, as the command table describes it.
struct OptionSpecification: Sendable {
    /// With its dashes: `--server`.
    let name: String
    /// What stands for its value in the help; `nil` for one without value.
    let placeholder: String?
    let help: String
    /// What its value names, for completion.
    let valueKind: CompletionKind

    init(_ name: String, _ placeholder: String? = nil, valueKind: CompletionKind = .nothing, help: String) {
        self.name = name
        self.placeholder = placeholder
        self.help = help
        self.valueKind = valueKind
    }

    static let json = OptionSpecification("--json", help: "print JSON for programs")
    static let server = OptionSpecification(
        "--server",
        "NAME",
        valueKind: .servers,
        help: "the server that is meant; needed when there are several"
    )
    static let onlyServer = OptionSpecification(
        "--server",
        "NAME",
        valueKind: .servers,
        help: "what concerns this server; all of them, if left out"
    )
    static let allServers = OptionSpecification("--all-servers", help: "all servers are meant")

    /// Taken by every command.
    static let general = [
        OptionSpecification(
            "--socket",
            "PATH",
            valueKind: .files,
            help: "control socket of the daemon (environment: SENSOR_AGENT_SOCKET, not for root)"
        ),
        OptionSpecification(
            "--state-dir",
            "DIR",
            valueKind: .folders,
            help: "folder of the databases, and of the socket unless --socket is given (SENSOR_AGENT_STATE_DIR)"
        ),
        OptionSpecification(
            "--root",
            "DIR",
            valueKind: .folders,
            help: "read the machine whose files are below DIR (SENSOR_AGENT_ROOT)"
        ),
        OptionSpecification("--verbose", help: "log each reading and request, too"),
        OptionSpecification("--help", help: "say what this command does"),
    ]
}
