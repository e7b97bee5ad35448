import INI
import SensorSDK
import Shared

/// A small file that says how something that exists is run: `kind`, `command` or `path`, `interval`.
package struct DropIn: Sendable, Hashable {
    static let kinds = ["nagios", "munin", "influx", "execd", "prometheus"]

    /// How a program that lives on is told to report.
    enum Trigger: String, CaseIterable, Sendable {
        /// It reports by itself.
        case none
        /// By a line end on its standard input.
        case input = "STDIN"
        case hangUp = "SIGHUP"
        case user1 = "SIGUSR1"
        case user2 = "SIGUSR2"
    }

    var kind: String
    /// Program and arguments.
    var command: [String] = []
    /// A text file of Prometheus.
    var path: String?
    var interval = Duration.seconds(60)
    var timeout = Duration.seconds(10)
    var longestAge: Duration?
    /// `env.NAME`: for the plugin's environment.
    var environment: [String: String] = [:]
    var asksAutoconf = true
    /// For a munin plugin that is called by several names: what follows its own.
    var suffix: String?
    /// Whether `KB` of a check means 1024 bytes.
    var isBinary = false
    var trigger = Trigger.none
    var restartDelay = Duration.seconds(10)
    /// What the program may do only if the owner allows it.
    var asks = ChildGrants()
    /// Whether it may use the network: whoever writes the command knows what it does.
    var hasNetwork = true

    /// - Parameter text: Lines `key = value`, as ``keys`` says.
    /// - Throws: ``INIError``, or ``DropInError`` for what is wrong with the whole.
    init(_ text: String) throws {
        kind = ""
        var given: [String: Int] = [:]
        for entry in try INIFile.entries(of: text) {
            guard entry.section.isEmpty else {
                throw INIError.refused(line: entry.line, reason: "there are no sections here")
            }
            try Self.keys.check(entry)
            if let before = given[entry.key] {
                throw INIError.refused(line: entry.line, reason: "'\(entry.key)' stands in line \(before), too")
            }
            given[entry.key] = entry.line
            do throws(DropInError) {
                try set(entry.key, to: entry.value)
            } catch {
                throw INIError.refused(line: entry.line, reason: "'\(entry.key.printable(limit: 60))': \(error)")
            }
        }
        try check(Set(given.keys))
    }

    private mutating func set(_ key: String, to value: String) throws(DropInError) {
        switch key {
        case "kind": kind = try Self.word(value, of: Self.kinds)
        case "command": command = try Self.words(value)
        case "path": path = value
        case "interval": interval = try Self.seconds(value, 10...86400)
        case "timeout": timeout = try Self.seconds(value, 1...60)
        case "max_age": longestAge = try Self.seconds(value, 1...31_536_000)
        case "autoconf":
            _ = try Self.word(value, of: ["ignore"])
            asksAutoconf = false
        case "suffix":
            guard MuninAdapter.isSuffix(value) else {
                throw DropInError("'\(value.printable(limit: 40))' is no suffix")
            }
            suffix = value
        case "bytes": isBinary = try Self.word(value, of: ["1000", "1024"]) == "1024"
        case "signal":
            let word = try Self.word(value, of: Trigger.allCases.map(\.rawValue))
            trigger = Trigger(rawValue: word) ?? .none
        case "restart_delay": restartDelay = try Self.seconds(value, 1...3600)
        case "read": asks.readable = try Self.paths(value, of: key)
        case "write": asks.writable = try Self.paths(value, of: key)
        case "network": hasNetwork = try Self.word(value, of: ["yes", "no"]) == "yes"
        case "user", "group":
            throw DropInError("all foreign plugins run as the user of the others; what needs more can't be read here")
        case _ where key.hasPrefix("env.") && key.count > 4 && !value.contains("\0"):
            environment[String(key.dropFirst(4))] = value
        default: throw DropInError("a name is missing")
        }
    }

    private func check(_ given: Set<String>) throws(DropInError) {
        guard !kind.isEmpty else { throw DropInError("'kind' is missing") }
        if kind == "prometheus" {
            guard let path, path.hasPrefix("/"), command.isEmpty else {
                throw DropInError("kind prometheus needs 'path', the whole path of a text file, and no 'command'")
            }
        } else {
            guard let program = command.first, program.hasPrefix("/"), path == nil else {
                throw DropInError(
                    "kind \(kind) needs 'command', which begins with the whole path of a program, and no 'path'"
                )
            }
        }
        for (key, kinds) in Self.kindsOfKeys where given.contains(key) && !kinds.contains(kind) {
            throw DropInError("'\(key)' is only for kind \(kinds.joined(separator: " and "))")
        }
    }

    /// What reads a format.
    static func adapter(_ kind: String, name: String, dropIn: DropIn? = nil) -> (any ForeignAdapter)? {
        switch kind {
        case "nagios": NagiosAdapter(isBinary: dropIn?.isBinary ?? false)
        case "munin":
            MuninAdapter(
                name: name,
                asksAutoconf: dropIn?.asksAutoconf ?? true,
                suffix: dropIn?.suffix,
                isWildcard: dropIn?.command.first?.hasSuffix("_") ?? false
            )
        case "influx": InfluxAdapter()
        case "execd": InfluxAdapter(keeps: dropIn?.trigger == Trigger.none ? dropIn?.age : nil)
        case "prometheus":
            PrometheusAdapter(longestAge: dropIn?.longestAge ?? max(.seconds(3600), dropIn?.age ?? .zero))
        default: nil
        }
    }

    /// For how long what was said counts.
    var age: Duration { longestAge ?? max(.seconds(60), interval * 3) }

    /// The longest that one call of the provider can take. munin's programs are called several times, and those that run under
    /// several names twice for each.
    var longestCall: Duration {
        guard kind == "munin" else { return timeout + .seconds(8) }
        let isWildcard = command.first?.hasSuffix("_") == true && suffix == nil
        return min(timeout * (isWildcard ? 2 + 2 * MuninAdapter.mostInstances : 4), Self.mostPatience) + .seconds(8)
    }

    /// What takes longer altogether is ended.
    private static let mostPatience = Duration.seconds(300)

    /// What programs of a kind find in their environment, besides what depends on their folder.
    static func environment(of kind: String) -> [String: String] {
        let common = ["LC_ALL": "C", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        guard kind == "munin" else { return common }
        return common.merging([
            "MUNIN_CAP_MULTIGRAPH": "1", "MUNIN_CAP_DIRTYCONFIG": "1", "MUNIN_LIBDIR": "/usr/share/munin",
            "MUNIN_DEBUG": "0",
        ]) { $1 }
    }
}
