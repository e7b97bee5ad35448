import FoundationEssentials
import SensorSDK

extension Entity {
    init(id: String, kind: SensorKind, name: String) {
        self.init(
            uniqueID: id,
            kind: kind,
            name: name,
            state: "unknown",
            unit: nil,
            deviceClass: nil,
            stateClass: nil,
            category: nil,
            icon: nil,
            attributes: [:],
            lastUpdate: nil,
            isDisabled: false
        )
    }

    /// Shows what was sent, the way Home Assistant does: what does not fit changes nothing, and no one is told.
    mutating func show(_ sent: JSONValue, attributes sentAttributes: [String: JSONValue]) {
        if sent == "unavailable" {
            state = "unavailable"
            attributes = [:]
            return
        }
        guard let text = kind == .binarySensor ? Self.onOrOff(sent) : shown(sent) else { return }
        state = text.unicodeScalars.count > 255 ? "unknown" : text
        attributes = sentAttributes
    }

    /// Anything that is not empty is "on", even the word "off".
    private static func onOrOff(_ sent: JSONValue) -> String {
        switch sent {
        case .null: "unknown"
        case .flag(let flag): flag ? "on" : "off"
        case .integer(let number): number == 0 ? "off" : "on"
        case .number(let number): number == 0 ? "off" : "on"
        case .text(let text): text.isEmpty ? "off" : "on"
        case .list, .object: "on"
        }
    }

    /// `nil` when the state stays as it was.
    private func shown(_ sent: JSONValue) -> String? {
        switch sent {
        case .null, "unknown": return "unknown"
        case .integer(let number) where deviceClass != "timestamp": return "\(number)"
        case .number(let number) where deviceClass != "timestamp": return "\(number)"
        case .flag(let flag) where !isNumeric: return flag ? "True" : "False"
        case .text(let text) where deviceClass == "timestamp": return Self.isTime(text) ? text : nil
        case .text(let text) where isNumeric: return (Double(text)?.isFinite ?? false) ? text : nil
        case .text(let text): return text
        default: return nil
        }
    }

    private var isNumeric: Bool {
        Vocabulary.isNumeric(
            deviceClass: deviceClass.flatMap(DeviceClass.init(rawValue:)),
            unit: unit.map(Unit.init(rawValue:)),
            stateClass: stateClass.flatMap(StateClass.init(rawValue:))
        )
    }

    /// ISO 8601 with an offset or `Z`.
    private static func isTime(_ text: String) -> Bool {
        // Both forms that clients send; everything else is ignored by the server.
        (try? Date(text, strategy: .iso8601)) != nil
            || (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))) != nil
    }
}
