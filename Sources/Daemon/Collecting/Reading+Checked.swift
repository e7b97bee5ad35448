import SensorSDK
import Shared

extension Reading {
    /// This reading as it may go on: only what its sensor declares, text made printable, and ``UnavailableReason/malformed``
    /// for a value that the server would take and never show.
    func checked(against sensor: Sensor) -> Reading {
        guard case .value(let value) = outcome else {
            return Reading(self.sensor, outcome, at: time)
        }
        guard let value = value.checked, sensor.takes(value) else {
            return Reading(self.sensor, .unavailable(.malformed), at: time)
        }
        var kept: [String: SensorValue] = [:]
        for name in sensor.attributes {
            kept[name] = attributes[name]?.checked
        }
        return Reading(self.sensor, .value(value), attributes: kept, at: time)
    }
}

extension SensorValue {
    /// `nil` for a number that JSON does not know.
    fileprivate var checked: SensorValue? {
        switch self {
        case .number(let number): number.isFinite ? self : nil
        case .text(let text): .text(text.printable(limit: 255))
        case .integer, .flag, .time: self
        }
    }
}
