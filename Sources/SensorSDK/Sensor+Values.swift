extension Sensor {
    /// Whether a value can be one of this sensor's: servers take others and never show them.
    public func takes(_ value: SensorValue) -> Bool {
        switch (kind, value) {
        case (.binarySensor, .flag): true
        case (.binarySensor, _): false
        case (.sensor, .number), (.sensor, .integer): deviceClass != .timestamp && deviceClass != .enum
        case (.sensor, .time): deviceClass == .timestamp
        case (.sensor, .text):
            deviceClass != .timestamp
                && !Vocabulary.isNumeric(deviceClass: deviceClass, unit: unit, stateClass: stateClass)
        case (.sensor, .flag): false
        }
    }
}
