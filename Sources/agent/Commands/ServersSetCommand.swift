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
            The pin of a server is made by: openssl s_client -connect HOST:443 </dev/null | openssl x509 -pubkey -noout |
            openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64

            Values go to a URL only after whoever answers there has proven, sealed, that he holds this machine's key.
            """,
        settings: settings,
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

    private static let settings =
        [
            OptionSpecification("url", "URL", help: "where the server is on its own network; tried first"),
            OptionSpecification(
                "external-url",
                "URL",
                help: "where it is for a machine that is elsewhere (https); 'none' takes it away"
            ),
            OptionSpecification("plain-http", "on|off", help: "whether plain http may leave the local network"),
        ] + ConnectionArgument.settings

    private static func change(_ setting: String, _ value: String) throws(ControlFailure) -> ServerChange {
        let isNone = value == "none"
        if let setting = try ConnectionArgument.setting(setting, isNone ? nil : value) { return .connection(setting) }
        switch (setting, value) {
        case ("url", _): return .url(value)
        case ("external-url", _): return .externalURL(isNone ? nil : value)
        case ("plain-http", "on"): return .allowsPlainHTTP(true)
        case ("plain-http", "off"): return .allowsPlainHTTP(false)
        default:
            throw ControlFailure(
                .usage,
                "'\(setting.printable(limit: 40))' can't be set to that; there are "
                    + settings.map { "\($0.name) \($0.placeholder ?? "")" }.joined(separator: ", ")
            )
        }
    }
}
