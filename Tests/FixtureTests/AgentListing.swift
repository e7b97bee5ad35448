import SensorSDK
import TestSupport

/// What `agent sensors read --json` prints.
struct AgentListing: Decodable, Sendable {
    struct Listed: Decodable, Sendable {
        var id: SensorID
        var name: String
        var device: String
        var sensitivity: Sensitivity
        var value: FixtureValue?
        var unit: String?
        var unavailable: UnavailableReason?
        var attributes: [String: FixtureValue]?

        /// As a family would give it; `nil` for a line without value and reason.
        var outcome: Reading.Outcome? {
            if let unavailable { return .unavailable(unavailable) }
            return value.map { .value($0.sensorValue) }
        }
    }

    var sensors: [Listed]

    subscript(id: SensorID) -> Listed? { sensors.first { $0.id == id } }
}

extension FixtureValue {
    var sensorValue: SensorValue {
        switch self {
        case .flag(let flag): .flag(flag)
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        }
    }
}
