import Daemon
import SensorSDK
import Shared

/// `agent sensors enable`
struct SensorsEnableCommand: Command {
    static let specification = CommandSpecification(
        ["sensors", "enable"],
        operands: "PATTERN…",
        operandCount: 1...Int.max,
        summary: "report sensors to a server",
        details: """
            A pattern is an id, a family, or a glob such as 'storage.*.used_percent'; it stands for the sensors that exist now.
            What reveals something about you is enabled only by its full id. A plugin that asks for more than every plugin may is
            shown with what it asks for, and enabled only if you allow that: at the question, or with --grant.
            """,
        options: [
            .server, .allServers,
            OptionSpecification("--grant", help: "allow plugins what they ask for; it is shown all the same"), .json,
        ],
        operandKinds: [.patterns],
        make: { SensorsEnableCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let servers = try invocation.serverChoice
        let client = try ControlClient(path: invocation.places.askedSocket)
        var report = try enable(client, on: servers)
        let isJSON = invocation.has(.json)
        if !isJSON { for plugin in report.plugins ?? [] { show(plugin) } }
        let held = (report.plugins ?? []).filter(\.isHeld)
        let isGranted = !held.isEmpty && (invocation.has("--grant") || !isJSON && isAllowed(held))
        if isGranted {
            report.join(
                try enable(
                    client,
                    on: servers,
                    granting: Dictionary(held.map { ("plugin_\($0.name)", $0.asks) }, uniquingKeysWith: { $1 })
                )
            )
        }
        if isJSON {
            try Console.json(report)
        } else {
            print(report, hasHome: try client.hasHome(among: report.servers))
        }
        let rest = (report.plugins ?? []).filter(\.isHeld).map(\.name)
        guard rest.isEmpty else {
            throw ControlFailure(
                .no,
                "left off, since it was not allowed what it asks for: \(rest.joined(separator: ", ")); '--grant' allows it"
            )
        }
    }

    private func enable(
        _ client: ControlClient,
        on servers: ServerChoice,
        granting: [String: [String]]? = nil
    ) throws -> EnablementReport {
        let request = ControlRequest.enableSensors(
            patterns: invocation.operands,
            servers: servers,
            granting: granting
        )
        guard case .changed(let report) = try client.ask(request) else { throw ControlFailure.unexpectedAnswer }
        return report
    }

    /// Before anything of it goes on, if it asks for something.
    private func show(_ plugin: PluginNotice) {
        for (what, list) in [("reveals", plugin.reveals), ("needs", plugin.needs), ("asks for", plugin.asks)]
        where !list.isEmpty {
            Console.out("plugin \(plugin.name) \(what): \(list.joined(separator: "; "))")
        }
        if let paths = plugin.sandboxed {
            Console.out(
                "note: what plugin \(plugin.name) writes must be within its unit's sandbox, too: 'sudo systemctl edit "
                    + "sensor-agent-plugins', with ReadWritePaths=\(paths.joined(separator: " ")) below [Service]"
            )
        }
    }

    private func isAllowed(_ plugins: [PluginNotice]) -> Bool {
        guard Console.isInteractive else { return false }
        let names = plugins.map(\.name).joined(separator: ", ")
        Console.prompt("Allow \(names) what \(plugins.count == 1 ? "it asks" : "they ask") for? [y/N] ")
        return ["y", "yes"].contains((readLine() ?? "").lowercased())
    }

    /// - Parameter hasHome: Whether a Home Assistant is among the servers.
    private func print(_ report: EnablementReport, hasHome: Bool) {
        let servers = report.servers.joined(separator: ", ")
        for id in report.changed { Console.out("\(id) is on for \(servers)") }
        if !report.unchanged.isEmpty {
            Console.out("already on: \(report.unchanged.map(\.description).joined(separator: ", "))")
        }
        for id in report.overridden {
            Console.out("note: \(id) was disabled in Home Assistant and is enabled there again")
        }
        if let problem = report.problem {
            Console.out("note: \(problem)")
        } else if !report.changed.isEmpty {
            let later = hasHome ? "; an entity that was disabled before comes back after about 30 s" : ""
            Console.out("values follow within seconds\(later)")
        }
        for sensor in report.revealing {
            Console.out("note: \(sensor.id) reveals \(sensor.reveals.rawValue) to whoever can see it at the server")
        }
        for id in report.absent {
            Console.out("left out: \(id) is not there now; enable it by its full id if it is to report when it is back")
        }
        for sensor in report.leftOut {
            Console.out(
                "left out: \(sensor.id) reveals \(sensor.reveals.rawValue); enable it by its full id if you want that"
            )
        }
    }
}

extension EnablementReport {
    /// Adds what a second request did after this one.
    fileprivate mutating func join(_ later: EnablementReport) {
        changed = (changed + later.changed).sorted()
        unchanged = later.unchanged.filter { !changed.contains($0) }
        revealing = later.revealing
        overridden = Set(overridden + later.overridden).sorted()
        let before = (plugins ?? []).filter { plugin in !(later.plugins ?? []).contains { $0.name == plugin.name } }
        plugins = before + (later.plugins ?? [])
    }
}
