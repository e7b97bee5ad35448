import Shared

/// Plugins for a person.
struct PluginTable {
    private let plugins: [PluginReport]

    init(_ plugins: [PluginReport]) {
        self.plugins = plugins
    }

    func print() {
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
            for complaint in plugin.complaints { note(plugin, "refused", complaint) }
        }
    }

    private func note(_ plugin: PluginReport, _ what: String, _ text: String?) {
        if let text { Console.out("\(plugin.name): \(what): \(text)") }
    }
}
