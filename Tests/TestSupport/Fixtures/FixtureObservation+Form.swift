import SensorSDK

extension FixtureObservation {
    /// What no family may do in any case, with the sensor that did it.
    package var formComplaints: [String] {
        var complaints: [String] = []
        for (id, same) in Dictionary(grouping: listed, by: \.id) where same.count > 1 {
            complaints.append("\(id) is offered \(same.count) times")
        }
        let byID = Dictionary(grouping: readings, by: \.sensor)
        for id in sensors.keys where byID[id]?.count != 1 {
            complaints.append("\(id) was asked for once and answered \(byID[id]?.count ?? 0) times")
        }
        for reading in readings {
            guard let sensor = sensors[reading.sensor] else {
                complaints.append("\(reading.sensor) was answered and not asked for")
                continue
            }
            if let complaint = sensor.complaint(about: reading) { complaints.append("\(sensor.id) \(complaint)") }
        }
        return complaints
    }
}

extension Sensor {
    fileprivate func complaint(about reading: Reading) -> String? {
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
