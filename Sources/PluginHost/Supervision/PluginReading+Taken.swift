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

    /// Why it counts as malformed; `nil` when it does not, or says so itself.
    ///
    /// - Parameter naming: How to call the value, which may be for nobody else's eyes.
    func misfit(for sensor: Sensor, naming: (SensorValue) -> String = { _ in "its value" }) -> String? {
        let shown = id.printable(limit: 100)
        return switch outcome(for: sensor) {
        case .value(let value) where !sensor.takes(value):
            "\(shown): \(naming(value)) does not fit, \(sensor.wish)"
        case .unavailable(.malformed) where unavailable != UnavailableReason.malformed.rawValue:
            "\(shown): neither a known reason nor a value that fits, \(sensor.wish)"
        default: nil
        }
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
