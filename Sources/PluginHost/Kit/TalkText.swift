import FoundationEssentials
import SensorSDK
import Shared

/// What a plugin says, in words for a person.
enum TalkText {
    static func line(of aside: KitAside) -> String {
        switch aside {
        case .refused(let why): "refused: \(why)"
        case .unknownKey(let key): "note: the key \(key) means nothing here"
        case .error(let text): "stderr: \(text)"
        case .pushed(.readings(let items)):
            "pushed: "
                + (items.items.map { "\($0.id.printable(limit: 100)) \(value(of: $0, nil))" }
                + items.faults.map { $0.printable() })
                .joined(separator: "; ")
        case .pushed(.readAgain(nil)): "pushed: all have news"
        case .pushed(.readAgain(let ids?)): "pushed: news of \(ids.joined(separator: ", ").printable())"
        case .pushed(.listAgain): "pushed: the list is another one now"
        case .pushed(.happened(let event)):
            "pushed: \(event.sensor.printable(limit: 100)): \(event.action.rawValue) \(event.name.printable(limit: 100))"
        case .pushed: "pushed"
        }
    }

    /// What the host would make of it.
    ///
    /// - Parameter sensor: `nil` when its sensor is not known; then nothing is judged.
    static func value(of reading: PluginReading, _ sensor: Sensor?) -> String {
        guard let sensor else {
            if let reason = reading.unavailable { return "unavailable: \(reason.printable(limit: 40))" }
            return reading.value?.value().map(text) ?? "nothing"
        }
        switch reading.taken(for: sensor, at: Current.instant).outcome {
        case .value(let value) where sensor.takes(value):
            return text(value) + (sensor.unit.map { " \($0.rawValue)" } ?? "")
        case .unavailable(let reason) where reason != .malformed: return "unavailable: \(reason.rawValue)"
        default: return "malformed"
        }
    }

    /// - Parameter sensor: `nil` when its sensor is not known; then nothing is judged.
    static func attributes(of reading: PluginReading, _ sensor: Sensor?) -> String {
        let all = (reading.attributes ?? [:]).compactMapValues { $0.value() }
        let taken = sensor.map { reading.taken(for: $0, at: Current.instant).attributes } ?? all
        return taken.sorted { $0.key < $1.key }
            .map { "\($0.key)=\(text($0.value))" }.joined(separator: ", ").printable()
    }

    static func text(_ value: SensorValue) -> String {
        switch value {
        case .number(let number): "\(number)"
        case .integer(let number): "\(number)"
        case .flag(let flag): flag ? "on" : "off"
        case .text(let text): text.printable()
        case .time(let time): time.formatted(.iso8601)
        }
    }
}
