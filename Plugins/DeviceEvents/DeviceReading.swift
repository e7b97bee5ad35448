import SensorSDK

/// What is read of a category; the raw value is the last part of the id.
enum DeviceReading: String, Sendable, Hashable, CaseIterable {
    case lastEvent = "last_event"
    case count
}

extension DeviceCategory {
    func id(_ reading: DeviceReading) throws(SensorIDError) -> SensorID {
        try SensorID(family: "device_events", thing: word, reading: reading.rawValue)
    }

    /// - Throws: ``SensorIDError``, ``SensorError``: our own mistake, since a category's words are constants.
    func sensor(_ reading: DeviceReading) throws -> Sensor {
        switch reading {
        case .lastEvent:
            try Sensor(
                id: id(reading),
                device: title,
                name: "\(title) last event",
                icon: icon,
                interval: .seconds(300),
                // When people come and go can be seen from what they plug in.
                sensitivity: .activity,
                attributes: ["action", "class", "model", "time", "vendor"]
            )
        case .count:
            try Sensor(
                id: id(reading),
                device: title,
                name: "\(title) count",
                stateClass: .measurement,
                category: .diagnostic,
                icon: icon,
                interval: .seconds(300)
            )
        }
    }
}
