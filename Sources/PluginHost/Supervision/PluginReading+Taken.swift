import SensorSDK
import Shared

extension PluginReading {
    /// What goes on of it: only attributes that its sensor declares, and texts no longer than any server shows them.
    func taken(for sensor: Sensor, at time: Instant) -> Reading {
        var attributes: [String: SensorValue] = [:]
        for name in sensor.attributes { attributes[name] = self.attributes?[name]?.value()?.bounded }
        var outcome = outcome(for: sensor)
        if case .value(let value) = outcome { outcome = .value(value.bounded) }
        return Reading(sensor.id, outcome, attributes: attributes, at: time)
    }
}

extension SensorValue {
    /// The most characters of a text.
    static let longestText = 255

    fileprivate var bounded: SensorValue {
        if case .text(let text) = self { return .text(text.printable(limit: Self.longestText)) }
        return self
    }

    /// Whether a part of it would be cut off.
    var isTooLong: Bool {
        if case .text(let text) = self { return text.unicodeScalars.count > Self.longestText }
        return false
    }
}
