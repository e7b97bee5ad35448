import Daemon

/// `agent servers keep`
struct ServersKeepCommand: Command {
    static let specification = CommandSpecification(
        ["servers", "keep"],
        summary: "say that this is the same machine as before, moved, and no copy of it",
        details: """
            For a machine that 'agent status' calls a copy, because its /etc/machine-id is another one: a disk that was put into
            another machine, or a system that was installed anew with the old state. The original must not run any more: both
            would speak as one device.
            """,
        options: [.json],
        make: { ServersKeepCommand(places: $0.places, isJSON: $0.has(.json)) }
    )

    let places: Places
    let isJSON: Bool

    func run() async throws {
        let answer = try ControlClient(path: places.askedSocket).ask(.keepServers)
        guard case .status(let report) = answer else { throw ControlFailure.unexpectedAnswer }
        if isJSON { return try Console.json(report) }
        Console.out("this machine goes on where the other one was; what is enabled is reported again")
    }
}
