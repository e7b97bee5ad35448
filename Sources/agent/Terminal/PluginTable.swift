import Daemon
import Shared

/// Plugins for a person.
struct PluginTable {
    private let plugins: [PluginReport]
    private let host: PluginHostState?

    init(_ listing: PluginListing) {
        plugins = listing.plugins
        host = listing.host
    }

    func print() {
        switch host {
        case .yourUser:
            Console.out(
                "plugins run as the user who runs the daemon, and are kept from homes and network as far as this kernel can"
            )
        case .absent:
            Console.out(
                "the plugin host does not run: there are no plugins, or its log says why ('journalctl -u sensor-agent-plugins')"
            )
        case .ownUser, nil: break
        }
        guard !plugins.isEmpty else { return Console.out("no plugins") }
        var table = Table(header: ["NAME", "STATE", "SENSORS", "PATH"])
        for plugin in plugins {
            table.add([plugin.name, plugin.state.rawValue, "\(plugin.sensors)", plugin.path])
        }
        for line in table.lines { Console.out(line) }
        for plugin in plugins {
            note(plugin, "reason", plugin.reason)
            note(plugin, "reveals", plugin.reveals.isEmpty ? nil : plugin.reveals.joined(separator: "; "))
            note(plugin, "needs", plugin.needs.isEmpty ? nil : plugin.needs.joined(separator: "; "))
            note(plugin, "asks for", plugin.asks.isEmpty ? nil : plugin.asks.joined(separator: "; "))
            for complaint in plugin.complaints { note(plugin, "refused", complaint) }
        }
    }

    private func note(_ plugin: PluginReport, _ what: String, _ text: String?) {
        if let text { Console.out("\(plugin.name): \(what): \(text)") }
    }
}
