import Daemon
import Webhook

/// `agent servers remove`
struct ServersRemoveCommand: Command {
    static let specification = CommandSpecification(
        ["servers", "remove"],
        operands: "NAME",
        operandCount: 1...1,
        summary: "stop reporting to a server and forget its keys",
        details: """
            Its sensors are sent as unavailable once more, if the server answers. The device stays in Home Assistant until you
            delete it there.
            """,
        options: [.json],
        operandKinds: [.servers],
        make: { ServersRemoveCommand(places: $0.places, name: $0.operands[0], isJSON: $0.has(.json)) }
    )

    let places: Places
    let name: String
    let isJSON: Bool

    func run() async throws {
        let answer = try ControlClient(path: places.askedSocket).ask(.removeServer(name: name))
        guard case .removed(let report) = answer else { throw ControlFailure.unexpectedAnswer }
        if isJSON { return try Console.json(report) }
        Console.out("removed \(report.name); its keys and all that waited for it are gone")
        if let problem = report.problem { Console.out(problem) }
        if report.kind == WebhookKind.word {
            return Console.out("what it received stays there; take this machine's line out of its key file")
        }
        Console.out(
            "in Home Assistant, delete the device '\(report.deviceName)': Settings, Devices & services, Mobile App"
        )
    }
}
