import Daemon
import SensorSDK
import Shared

/// Plugins for a person.
struct PluginTable {
    private let listing: PluginListing

    init(_ listing: PluginListing) {
        self.listing = listing
    }

    func print() {
        switch listing.host {
        case .yourUser:
            Console.out(
                "plugins run as the user who runs the daemon, and are kept from homes and network as far as this kernel can"
            )
        case .unreachable:
            Console.out(
                "the plugin host can't be reached, so that nothing is known of the plugins: \(PluginListing.wayBack)"
            )
        case .silent: Console.out("\(PluginListing.silent); what it said last follows; \(PluginListing.wayOut)")
        case .masked: Console.out(PluginListing.masked)
        case nil: Console.out(PluginListing.none)
        case .absent, .ownUser: break
        }
        if !listing.plugins.isEmpty {
            show(listing.plugins)
        } else if let host = listing.host, !host.isAway {
            let folders = listing.folders ?? []
            Console.out(folders.isEmpty ? "no plugins" : "no plugins in \(folders.joined(separator: ", "))")
        }
        for lapse in listing.lapses ?? [] { show(lapse) }
    }

    private func show(_ plugins: [PluginReport]) {
        var table = Table(header: ["NAME", "STATE", "SENSORS", "PATH"])
        for plugin in plugins {
            table.add([plugin.name, plugin.state.rawValue, "\(plugin.sensors)", plugin.path])
        }
        for line in table.lines { Console.out(line) }
        for plugin in plugins {
            note(plugin, "is", Self.title(of: plugin))
            note(plugin, "reason", plugin.reason)
            if plugin.state == .quarantined {
                note(plugin, "what to do", "mend it, then 'agent plugins reset \(plugin.name)' lets it start again")
            }
            note(plugin, "reveals", plugin.reveals.isEmpty ? nil : plugin.reveals.joined(separator: "; "))
            note(plugin, "needs", plugin.needs.isEmpty ? nil : plugin.needs.joined(separator: "; "))
            note(plugin, "asks for", Self.asks(of: plugin))
            for complaint in plugin.complaints { note(plugin, "refused", complaint) }
        }
    }

    /// What it calls itself, such as "Weather 1.2 (MIT)".
    private static func title(of plugin: PluginReport) -> String? {
        let licence = plugin.licence.flatMap { $0.isEmpty ? nil : "(\($0))" }
        let parts = [plugin.title, plugin.pluginVersion, licence].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// With what its owner allows of it.
    private static func asks(of plugin: PluginReport) -> String? {
        if plugin.asks.isEmpty { return nil }
        let list = plugin.asks.joined(separator: "; ")
        guard let allowed = plugin.allowed else { return list }
        if Set(plugin.asks).isSubset(of: allowed) { return "\(list) (allowed)" }
        let rest = plugin.asks.filter(Set(allowed).contains)
        if !rest.isEmpty { return "\(list) (allowed: \(rest.joined(separator: "; ")))" }
        return "\(list) (not allowed; 'agent sensors enable' of a sensor of it asks you)"
    }

    private func show(_ lapse: PluginLapse) {
        let sensors = lapse.sensors.map(\.description).joined(separator: " ")
        switch lapse.cause {
        case .removed:
            Console.out(
                "\(lapse.name): removed or switched off, and still enabled of it: \(sensors); put it back, or 'agent sensors "
                    + "disable plugin_\(lapse.name)'"
            )
        case .changed:
            Console.out(
                "\(lapse.name): off, since this has changed since it was accepted: \(lapse.changes.joined(separator: ", ")); "
                    + "'agent sensors enable \(sensors)' accepts it"
            )
        }
    }

    private func note(_ plugin: PluginReport, _ what: String, _ text: String?) {
        if let text { Console.out("\(plugin.name): \(what): \(text)") }
    }
}
