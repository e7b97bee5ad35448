import Daemon

/// `agent sensors disable`
struct SensorsDisableCommand: Command {
    static let specification = CommandSpecification(
        ["sensors", "disable"],
        operands: "PATTERN…",
        operandCount: 1...Int.max,
        summary: "stop reporting sensors to a server",
        details:
            "The entity stays in Home Assistant, disabled, until you delete it there; a receiver keeps what it has.",
        options: [.server, .allServers, .json],
        operandKinds: [.patterns],
        make: { SensorsDisableCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let request = ControlRequest.disableSensors(patterns: invocation.operands, servers: try invocation.serverChoice)
        let client = try ControlClient(path: invocation.places.askedSocket)
        guard case .changed(let report) = try client.ask(request) else { throw ControlFailure.unexpectedAnswer }
        if invocation.has(.json) { return try Console.json(report) }
        let servers = report.servers.joined(separator: ", ")
        for id in report.changed { Console.out("\(id) is off for \(servers)") }
        if !report.changed.isEmpty, try client.hasHome(among: report.servers) {
            Console.out("Home Assistant disables the entity, too, once it was told; it stays there until you delete it")
        }
        if report.changed.isEmpty { Console.out("nothing of that was on for \(servers)") }
    }
}
