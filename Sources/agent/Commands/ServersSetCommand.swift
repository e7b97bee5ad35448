import Daemon
import Shared

/// `agent servers set`
struct ServersSetCommand: Command {
    static let specification = CommandSpecification(
        ["servers", "set"],
        operands: "NAME SETTING VALUE",
        operandCount: 3...3,
        summary: "change where a server is, or whom it is trusted by",
        details: """
            url URL             where the server is on its own network; tried first
            external-url URL    where it is for a machine that is elsewhere (https); 'none' takes it away
            ca-file FILE        certificates (PEM) that are trusted besides the machine's own; 'none' takes them away
            plain-http on|off   whether plain http may leave the local network

            Values go to a URL only after whoever answers there has proven, sealed, that he holds this machine's key.
            """,
        options: [.json],
        operandKinds: [.servers, .nothing],
        make: {
            ServersSetCommand(
                places: $0.places,
                name: $0.operands[0],
                change: try change($0.operands[1], $0.operands[2]),
                isJSON: $0.has(.json)
            )
        }
    )

    let places: Places
    let name: String
    let change: ServerChange
    let isJSON: Bool

    func run() async throws {
        let answer = try ControlClient(path: places.askedSocket).ask(.setServer(name: name, change: change))
        guard case .set(let report) = answer else { throw ControlFailure.unexpectedAnswer }
        if isJSON { return try Console.json(report) }
        Console.out("changed \(report.name), at \(report.url)")
        Console.out(
            report.problem.map { "it does not answer as it should yet: \($0)" }
                ?? "it answers, and holds this machine's key"
        )
    }

    private static func change(_ setting: String, _ value: String) throws(ControlFailure) -> ServerChange {
        let isNone = value == "none"
        switch (setting, value) {
        case ("url", _): return .url(value)
        case ("external-url", _): return .externalURL(isNone ? nil : value)
        case ("ca-file", _):
            return .certificates(isNone ? nil : try TokenReader.file(value, called: "certificate file"))
        case ("plain-http", "on"): return .allowsPlainHTTP(true)
        case ("plain-http", "off"): return .allowsPlainHTTP(false)
        default:
            throw ControlFailure(
                .usage,
                "'\(setting.printable(limit: 40))' can't be set to that; there are url URL, external-url URL, ca-file FILE and "
                    + "plain-http on|off"
            )
        }
    }
}
