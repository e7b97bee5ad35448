import Daemon
import Shared

/// What is on now, written as a file for `agent apply`.
enum ArrangementText {
    static func lines(_ arrangement: Arrangement) -> [String] {
        var lines = [
            "# What is on at this machine, as 'agent apply --print' wrote it; see agent(1). On another machine 'agent apply FILE'",
            "# brings it about: first say there where each token comes from. Sensors that a machine lacks are left out. Not in it",
            "# are client certificates and proxies with a password.",
        ]
        for server in arrangement.servers { lines += ["", "[server \(server.name)]"] + entries(of: server) }
        if !arrangement.sources.isEmpty {
            lines += ["", "[sources]"] + arrangement.sources.map { entry($0.family, $0.source) }
        }
        if !arrangement.intervals.isEmpty {
            lines += ["", "[intervals]"]
            lines += arrangement.intervals.map {
                entry($0.sensor, DurationText.text(.milliseconds($0.milliseconds)))
            }
        }
        if !arrangement.grants.isEmpty {
            lines += ["", "[plugins]"] + arrangement.grants.map { entry($0.plugin, $0.word) }
        }
        return lines
    }

    private static func entries(of server: Arrangement.Server) -> [String] {
        var lines = server.settings.flatMap { setting -> [String] in
            switch setting.change {
            case .url(let url): [entry("url", url)]
            case .externalURL(let url?): [entry("external-url", url)]
            case .allowsPlainHTTP(true): ["plain-http = yes"]
            case .connection(.pinnedKeys(let keys?)): [entry("pin", keys)]
            case .connection(.proxy(let url?)): [entry("proxy", url.exposed)]
            case .connection(.certificates(_?)):
                ["# ca-file = PATH (it has certificates of its own; the file is not kept)"]
            default: []
            }
        }
        if let url = server.shownURL {
            lines.append("# \(entry("url", url + "/…")) (write it whole; its path may be a secret, and is not printed)")
        }
        if let kind = server.kind { lines.append(entry("kind", kind)) }
        if let name = server.deviceName { lines.append("# \(entry("device-name", name))") }
        lines.append(
            server.kind == nil
                ? "# token-file = PATH, or token-credential = NAME" : "# key-file = PATH, or token-credential = NAME"
        )
        return lines + server.sensors.map { entry($0.isOptional ? "optional-sensor" : "sensor", $0.text) }
    }

    /// A comment instead for what the form can't hold: a value is one line, without blanks around it.
    private static func entry(_ key: String, _ value: String) -> String {
        let isWritable = value == value.printable(limit: 8000) && value.first != " " && value.last != " "
        return isWritable
            ? "\(key) = \(value)" : "# can't be written in this form: \(key) = \(value.printable(limit: 200))"
    }
}
