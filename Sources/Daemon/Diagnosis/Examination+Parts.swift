import SensorSDK
import Shared
import Store

extension Examination {
    /// Whether the daemon could take its settings again.
    ///
    /// - Returns: `nil` where there are none to be read.
    func settingsCheck() async -> HealthCheck? {
        guard let read = configuration.readSettings else { return nil }
        do throws(ControlFailure) {
            let settings = try read()
            guard settings == self.settings.current else {
                return HealthCheck(
                    .settings,
                    .warn,
                    "they were changed since the daemon read them",
                    advice: "'systemctl reload sensor-agent', or 'agent reload', takes them over"
                )
            }
            let doubts = await registry.doubts(about: settings)
            guard doubts.isEmpty else {
                return HealthCheck(
                    .settings,
                    .warn,
                    "what is set has no effect: \(doubts.joined(separator: "; "))".printable(limit: 400),
                    advice: "mend that in sensor-agent.conf(5), or leave it for what is still to come"
                )
            }
            return HealthCheck(.settings, .ok, "what is set is in force")
        } catch {
            return HealthCheck(
                .settings,
                .fail,
                "\(error)".printable(limit: 400),
                advice: "mend the file: the daemon still has what it read before, but would not start again"
            )
        }
    }

    /// Whether servers can be told in time that the machine goes away.
    ///
    /// - Returns: `nil` where nobody was asked.
    static func check(_ coverage: PowerCoverage) -> HealthCheck? {
        switch coverage {
        case .unknown: return nil
        case .isWaitedFor:
            return HealthCheck(.power, .ok, "the machine waits before it sleeps or shuts down until servers were told")
        case .isTold:
            return HealthCheck(
                .power,
                .warn,
                "the machine does not wait before it sleeps, so that servers may go on showing the last values: polkit is missing, "
                    + "or refuses",
                advice: "install polkitd, then 'systemctl restart sensor-agent'; a shutdown is told all the same"
            )
        case .noLogind:
            return HealthCheck(
                .power,
                .warn,
                "nobody tells when the machine sleeps, so that servers go on showing the last values: systemd-logind does not answer",
                advice: "start systemd-logind if this machine is put to sleep; a shutdown is told all the same"
            )
        case .noBus:
            return HealthCheck(
                .power,
                .warn,
                "there is no system bus: nobody tells when the machine sleeps, and at a restart of the service servers show its "
                    + "sensors as unavailable for a moment",
                advice: "install dbus"
            )
        }
    }

    /// What a copy of the disk would give away.
    func secrets() async -> HealthCheck {
        guard await !store.sealsSecrets else {
            return HealthCheck(.secrets, .ok, "keys are sealed with the credential 'store-key'")
        }
        return HealthCheck(
            .secrets,
            .ok,
            "keys are readable for whoever has a copy of the disk or a backup; agent(1), Sealed keys, says how to change that"
        )
    }

    func pluginsCheck(_ reports: [PluginReport]) async -> [HealthCheck] {
        guard let plugins else { return [] }
        let state = await plugins.state
        if state == .masked { return [HealthCheck(.plugins, .ok, PluginListing.masked)] }
        if state == .silent {
            return [HealthCheck(.plugins, .fail, PluginListing.silent, advice: PluginListing.wayOut)]
        }
        if state == .unreachable {
            return [
                HealthCheck(
                    .plugins,
                    .fail,
                    "there are plugins, but the plugin host that runs them can't be reached",
                    advice: PluginListing.wayBack
                )
            ]
        }
        let faults = reports.compactMap(Self.check)
        guard faults.isEmpty else { return faults }
        let count = reports.count { [.idle, .running].contains($0.state) }
        return [HealthCheck(.plugins, .ok, count == 1 ? "1 plugin can be run" : "\(count) plugins can be run")]
    }

    /// What is enabled of plugins and does not report, though nothing may be wrong with any plugin.
    ///
    /// - Returns: `nil` when there is nothing of that kind.
    func lapsesCheck() async throws -> HealthCheck? {
        guard let plugins else { return nil }
        let lapses = try await PluginLapse.all(in: store, registry, host: await plugins.state)
        guard !lapses.isEmpty else { return nil }
        return HealthCheck(
            .plugins,
            .warn,
            "enabled, but not reporting, since the plugin was removed or switched off, or the sensors are others than those that "
                + "were accepted: "
                + Set(lapses.map(\.name)).sorted().joined(separator: ", ").printable(limit: 300),
            advice: "'agent plugins' says which sensors, why, and what to do",
            sensors: lapses.flatMap(\.sensors)
        )
    }

    /// What is wrong with a plugin; `nil` when nothing is.
    static func check(_ plugin: PluginReport) -> HealthCheck? {
        let name = plugin.name.printable(limit: 64)
        let reason = (plugin.reason ?? plugin.lastError ?? "it gives no reason").printable(limit: 300)
        switch plugin.state {
        case .quarantined:
            return HealthCheck(
                .plugins,
                .fail,
                "\(name) failed too often and is not started any more: \(reason)",
                advice: plugin.path.hasSuffix(".conf")
                    ? "mend it, or the program that it names, then 'agent plugins reset \(name)'"
                    : "mend it, try it with 'agent plugins test', then 'agent plugins reset \(name)'"
            )
        case .refused:
            return HealthCheck(
                .plugins,
                .fail,
                "\(name) may not be run: \(reason)",
                advice: "mend that; it is looked at again as soon as its file changes, or with 'agent reload'"
            )
        case .waiting:
            return HealthCheck(
                .plugins,
                .warn,
                "\(name) failed and is tried again: \(reason)",
                advice: "'journalctl -u sensor-agent-plugins' has what it said, or the log of a daemon of your own"
            )
        case .idle, .running:
            guard let complaint = plugin.reason ?? plugin.complaints.first else { return nil }
            return HealthCheck(
                .plugins,
                .warn,
                "\(name) \(plugin.reason == nil ? "is not taken as a whole" : "fails"): \(complaint.printable(limit: 300))",
                advice:
                    "'agent plugins' shows all of it; what is wrong is for its author to mend"
            )
        case .masked, .shadowed: return nil
        }
    }

    /// Whether somebody tells of devices that come and go.
    ///
    /// - Returns: `nil` when there is somebody, or nothing of that is enabled.
    func devicesCheck() async throws -> HealthCheck? {
        guard !Current.deviceEvents.hasDaemon else { return nil }
        let enabled = Set(try await store.enablements().map(\.sensor)).filter { $0.family == "device_events" }
        guard !enabled.isEmpty else { return nil }
        return HealthCheck(
            .families,
            .warn,
            "no udev daemon runs, so that nobody tells when a device comes or goes",
            advice: "install and start udev; in a container there is none: disable these sensors there",
            sensors: enabled.sorted()
        )
    }

    /// What was lost on the way, if anything.
    func queueCheck(of server: ServerRecord) async throws -> HealthCheck? {
        let depth = try await store.depth(of: server.id)
        guard depth.droppedEvents > 0 else { return nil }
        return HealthCheck(
            .queue,
            of: server.name,
            .warn,
            "\(depth.droppedEvents) events were dropped, since more waited than is kept, or for too long",
            advice: "see why the server was away; [queue] in sensor-agent.conf(5) says how much is kept"
        )
    }
}
