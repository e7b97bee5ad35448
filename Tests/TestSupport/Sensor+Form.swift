package import SensorSDK

extension Sensor {
    /// What is wrong with a reading of this sensor, whatever it measures; `nil` when nothing is.
    package func formComplaint(about reading: Reading) -> String? {
        for name in reading.attributes.keys where !attributes.contains(name) {
            return "carries the attribute \(name), which it does not declare"
        }
        guard case .value(let value) = reading.outcome else {
            return reading.attributes.isEmpty ? nil : "is unavailable and has attributes"
        }
        let isNumeric = Vocabulary.isNumeric(deviceClass: deviceClass, unit: unit, stateClass: stateClass)
        switch value {
        case .flag: return kind == .binarySensor ? nil : "is no binary sensor and has the value \(value)"
        case .number(let number) where !number.isFinite: return "has the value \(number)"
        case .number, .integer:
            return kind == .sensor && deviceClass != .enum ? nil : "must not have the number \(value)"
        case .text(let text) where text.count > 255: return "has a text of \(text.count) characters"
        case .text, .time: return kind == .sensor && !isNumeric ? nil : "needs a number and has \(value)"
        }
    }
}
