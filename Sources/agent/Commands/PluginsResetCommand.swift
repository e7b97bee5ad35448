import Daemon

/// `agent plugins reset`
struct PluginsResetCommand: Command {
    static let specification = CommandSpecification(
        ["plugins", "reset"],
        operands: "NAME",
        operandCount: 1...1,
        summary: "take a plugin out of quarantine",
        details: "Ends its process, forgets its failures and asks it for its sensors again.",
        options: [.json],
        operandKinds: [.plugins],
        make: { PluginsResetCommand(places: $0.places, name: $0.operands[0], isJSON: $0.has(.json)) }
    )

    let places: Places
    let name: String
    let isJSON: Bool

    func run() throws {
        let request = ControlRequest.restartPlugin(name: name, isReset: true)
        guard case .plugins(let listing) = try ControlClient(path: places.askedSocket).ask(request) else {
            throw ControlFailure.unexpectedAnswer
        }
        if isJSON { return try Console.json(listing) }
        PluginTable(listing).print()
    }
}
