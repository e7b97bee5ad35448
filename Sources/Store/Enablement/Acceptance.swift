package import SensorSDK

/// What the owner accepted when he enabled a sensor on a server.
package struct Acceptance: Sendable, Hashable, Codable {
    /// ``Sensor/revision``
    package var revision: Int
    package var kind: SensorKind
    package var unit: Unit?
    package var sensitivity: Sensitivity
    package var attributes: [String]
    /// What its plugin may do; `nil` for nothing beyond what every one may.
    package var asks: [String]?

    private enum CodingKeys: String, CodingKey {
        case revision = "r"
        case kind = "k"
        case unit = "u"
        case sensitivity = "p"
        case attributes = "a"
        case asks = "x"
    }

    /// Accepts a sensor as it is described now.
    package init(_ sensor: Sensor) {
        revision = sensor.revision
        kind = sensor.kind
        unit = sensor.unit
        sensitivity = sensor.sensitivity
        attributes = sensor.attributes
        asks = sensor.asks.isEmpty ? nil : sensor.asks
    }

    /// Whether this is still the sensor that was accepted; one that is not counts as off.
    package func covers(_ sensor: Sensor) -> Bool {
        (revision, kind, unit, sensitivity) == (sensor.revision, sensor.kind, sensor.unit, sensor.sensitivity)
            && allows(sensor)
    }

    /// Whether its plugin asks for nothing that was not accepted.
    package func allows(_ sensor: Sensor) -> Bool { Set(sensor.asks).isSubset(of: asks ?? []) }

    package static let askedFor = "what its plugin asks for"

    /// What of it is another than was accepted, in words.
    package func changes(in sensor: Sensor) -> [String] {
        var changes: [String] = []
        if kind != sensor.kind { changes.append("kind") }
        if unit != sensor.unit { changes.append("unit") }
        if sensitivity != sensor.sensitivity { changes.append("what it reveals") }
        if revision != sensor.revision { changes.append("meaning") }
        if !allows(sensor) { changes.append(Self.askedFor) }
        return changes
    }

    /// Only those attributes that were accepted.
    package func accepted(_ attributes: [String: SensorValue]) -> [String: SensorValue] {
        attributes.filter { self.attributes.contains($0.key) }
    }
}
