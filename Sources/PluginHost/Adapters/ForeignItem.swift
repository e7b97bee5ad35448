import SensorSDK
import Shared

/// One value of a foreign plugin: what it is, and what came of it this time.
struct ForeignItem: Sendable, Hashable {
    var origin: ForeignOrigin
    /// Middle and last part of its id.
    var thing: String
    var reading: String
    /// As the format names it.
    var name: String
    var kind = SensorKind.sensor
    var deviceClass: DeviceClass?
    var unit: Unit?
    var stateClass: StateClass?
    var attributeNames: [String] = []
    var sensitivity = Sensitivity.plain
    /// Whether it counts only where it was listed before: it comes of a line that need not have been meant as one.
    var isNoise = false
    var outcome: Reading.Outcome
    var attributes: [String: SensorValue] = [:]

    init(_ origin: ForeignOrigin, thing: String, reading: String, name: String, outcome: Reading.Outcome) {
        self.origin = origin
        self.thing = thing
        self.reading = reading
        self.name = name
        self.outcome = outcome
    }

    /// - Throws: `SensorIDError` or `SensorError`.
    func sensor(family: String, device: String, interval: Duration) throws -> Sensor {
        let id = try SensorID(family: family, thing: thing, reading: reading)
        // A class that does not take the unit is left out: the unit as it was printed says more.
        let conflict = Vocabulary.conflict(kind: kind, deviceClass: deviceClass, unit: unit, stateClass: stateClass)
        return try Sensor(
            id: id,
            kind: kind,
            device: device,
            name: "\(device) \(name)".printable(limit: 128),
            deviceClass: conflict == nil ? deviceClass : nil,
            unit: unit,
            stateClass: stateClass,
            interval: interval,
            leastInterval: .seconds(10),
            sensitivity: sensitivity,
            attributes: attributeNames
        )
    }
}
