import Daemon
import Shared

/// `agent plugins`
struct PluginsListCommand: Command {
    static let specification = CommandSpecification(
        ["plugins", "list"],
        summary: "list the plugins that were found, with how they stand",
        details: """
            A daemon that you run yourself takes plugins from $XDG_DATA_HOME/sensor-agent/plugins (~/.local/share), then from
            /etc/sensor-agent/plugins and /usr/lib/sensor-agent/plugins; what has the same name further behind is shadowed.
            Such plugins run as you, kept from the contents of homes and from the network as far as this kernel can.
            All their sensors are off until you enable them.
            """,
        options: [.json],
        make: { PluginsListCommand(places: $0.places, isJSON: $0.has(.json)) }
    )

    let places: Places
    let isJSON: Bool

    func run() throws {
        guard case .plugins(let listing) = try ControlClient(path: places.askedSocket).ask(.listPlugins) else {
            throw ControlFailure.unexpectedAnswer
        }
        if isJSON { return try Console.json(listing) }
        PluginTable(listing).print()
    }
}
