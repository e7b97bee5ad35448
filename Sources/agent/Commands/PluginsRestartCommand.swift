import Daemon

/// `agent plugins restart`
struct PluginsRestartCommand: Command {
    static let specification = CommandSpecification(
        ["plugins", "restart"],
        operands: "NAME",
        operandCount: 1...1,
        summary: "end a plugin and start it anew",
        details: "Ends its process, and a wait after failures.",
        options: [.json],
        operandKinds: [.plugins],
        make: { PluginsRestartCommand(places: $0.places, name: $0.operands[0], isJSON: $0.has(.json)) }
    )

    let places: Places
    let name: String
    let isJSON: Bool

    func run() throws {
        let request = ControlRequest.restartPlugin(name: name, isReset: false)
        guard case .plugins(let listing) = try ControlClient(path: places.askedSocket).ask(request) else {
            throw ControlFailure.unexpectedAnswer
        }
        if isJSON { return try Console.json(listing) }
        PluginTable(listing).print()
    }
}
