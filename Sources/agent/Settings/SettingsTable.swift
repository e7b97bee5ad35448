import Daemon
import INI
import SensorSDK
import Shared
import Store

/// Every setting of `sensor-agent.conf`; its reader, the manual page and the shipped file are made from this.
enum SettingsTable {
    static let keys: [SettingsKey] = [
        SettingsKey(
            "log",
            INIKey(
                "level",
                "LEVEL",
                help: """
                    How much is logged: error, warning, notice, info or debug. With debug each reading and each request is. \
                    Without it, info; 'agent run --verbose' goes first.
                    """
            ),
            standard: "info"
        ) { (_, value, settings) throws(SettingsKey.Refusal) in
            guard let level = LogPriority.allCases.first(where: { "\($0)" == value }) else {
                throw SettingsKey.Refusal(
                    wanted: LogPriority.allCases.map { "\($0)" }.joined(separator: ", ")
                )
            }
            settings.logLevel = level
        },
        SettingsKey(
            "intervals",
            INIKey(
                "*",
                "TIME",
                help: """
                    How often the sensors of a family (\(BuiltInFamilies.names.joined(separator: ", ")), or plugin_NAME) \
                    are read, at most a day. What was chosen for one sensor ('agent sensors set ID interval TIME') goes first, and no \
                    sensor is read more often than its source bears ('agent reload' and 'agent doctor' say where that is so). Without it, or with no value, each sensor's own interval.
                    """
            ),
            variable: "FAMILY",
            standard: ""
        ) { (family, value, settings) throws(SettingsKey.Refusal) in
            guard isFamily(family) else {
                throw SettingsKey.Refusal(
                    wanted: "the families \(BuiltInFamilies.names.joined(separator: ", ")) and plugin_NAME"
                )
            }
            settings.intervals[family] = try time(value, in: .seconds(1)...(.seconds(86400)))
        },
        SettingsKey(
            "queue",
            INIKey(
                "events",
                "NUMBER",
                help: """
                    How many events may wait for a server that is away, from 10 to 100000; beyond that the oldest are dropped, \
                    counted and reported. Without it, 1000. Of a state only the newest ever waits.
                    """
            ),
            standard: "1000"
        ) { (_, value, settings) throws(SettingsKey.Refusal) in
            guard let number = Int(value), (10...100_000).contains(number) else {
                throw SettingsKey.Refusal(wanted: "a number from 10 to 100000")
            }
            settings.queue.mostEvents = number
        },
        SettingsKey(
            "queue",
            INIKey(
                "event-age",
                "TIME",
                help: """
                    How long an event may wait, from 1m to 365d; one that is older is dropped, counted and reported. Without it, \
                    7d.
                    """
            ),
            standard: "7d"
        ) { (_, value, settings) throws(SettingsKey.Refusal) in
            settings.queue.longestWait = try time(value, in: .seconds(60)...(.seconds(365 * 86400)))
        },
        SettingsKey(
            "queue",
            INIKey(
                "history-size",
                "MEGABYTES",
                help: """
                    How much of what was read may wait for a webhook receiver that is away, from 1 to 10000; beyond that the \
                    oldest goes, counted and reported. Without it, 64; the file takes about twice as much.
                    """
            ),
            standard: "64"
        ) { (_, value, settings) throws(SettingsKey.Refusal) in
            guard let number = Int(value), (1...10_000).contains(number) else {
                throw SettingsKey.Refusal(wanted: "a number of megabytes from 1 to 10000")
            }
            settings.queue.history.bytes = number * 1_000_000
        },
        SettingsKey(
            "queue",
            INIKey(
                "history-age",
                "TIME",
                help: "How long it may wait, from 1h to 365d. Without it, 30d."
            ),
            standard: "30d"
        ) { (_, value, settings) throws(SettingsKey.Refusal) in
            settings.queue.history.age = try time(value, in: .seconds(3600)...(.seconds(365 * 86400)))
        },
        SettingsKey(
            "delivery",
            INIKey(
                "settle-time",
                "TIME",
                help: """
                    How long events wait when a server is back, from 1s to 1h: one that has just started takes events before its \
                    automations listen. Without it, 60s. States go at once.
                    """
            ),
            standard: "60s"
        ) { (_, value, settings) throws(SettingsKey.Refusal) in
            settings.settleTime = try time(value, in: .seconds(1)...(.seconds(3600)))
        },
    ]

    /// In the order of the table.
    static var sections: [String] {
        keys.map(\.section).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// As the manual page shows them.
    static var fileSections: [FileSection] {
        sections.map { section in
            FileSection(
                heading: "[\(section)]",
                keys: keys(of: section).map { FileSection.Key($0.key, variable: $0.variable) }
            )
        }
    }

    static func keys(of section: String) -> [SettingsKey] { keys.filter { $0.section == section } }

    private static func isFamily(_ name: String) -> Bool {
        if BuiltInFamilies.names.contains(name) { return true }
        guard name.hasPrefix("plugin_"), name != "plugin_" else { return false }
        // What can't begin an id is no family.
        return (try? SensorID("\(name).a.b")) != nil
    }

    private static func time(
        _ text: String,
        in bounds: ClosedRange<Duration>
    ) throws(SettingsKey.Refusal) -> Duration {
        guard let time = DurationText.duration(text), bounds.contains(time) else {
            throw SettingsKey.Refusal(
                wanted:
                    "a time from \(DurationText.text(bounds.lowerBound)) to \(DurationText.text(bounds.upperBound)), such as 90s"
            )
        }
        return time
    }
}
