import SensorSDK
import Shared

/// One item of `update_sensor_states`. Icon and attributes go along each time: the server forgets them otherwise.
struct StateUpdate: Encodable, Sendable {
    let sensor: SensorID
    private let kind: SensorKind
    private let icon: String?
    private let state: WireValue
    private let attributes: [String: WireValue]

    init(_ item: StateItem) throws(EncodingRefusal) {
        try self.init(item.reading, item.kind, item.icon)
    }

    init(_ reading: Reading, of sensor: Sensor) throws(EncodingRefusal) {
        try self.init(reading, sensor.kind, sensor.icon)
    }

    private init(_ reading: Reading, _ kind: SensorKind, _ icon: String?) throws(EncodingRefusal) {
        sensor = reading.sensor
        self.kind = kind
        self.icon = icon
        switch reading.outcome {
        case .unavailable:
            state = .text("unavailable")
            attributes = [:]
        case .value(let value):
            try Self.check(value, for: kind)
            state = try WireValue(value, name: "value")
            var attributes: [String: WireValue] = [:]
            for (name, value) in reading.attributes {
                attributes[name] = try WireValue(value, name: "attribute \(name)")
            }
            self.attributes = attributes
        }
    }

    private static func check(_ value: SensorValue, for kind: SensorKind) throws(EncodingRefusal) {
        switch (kind, value) {
        case (.binarySensor, .flag): return
        // Any other value that is not zero or empty would be shown as "on".
        case (.binarySensor, _): throw .notOnOrOff
        case (.sensor, .flag): throw .onOrOffNotTaken
        case (.sensor, .text(let text)):
            let characters = text.unicodeScalars.count
            guard characters <= EncodingRefusal.longestState else { throw .textTooLong(characters: characters) }
        case (.sensor, .number), (.sensor, .integer), (.sensor, .time): return
        }
    }

    /// Bytes of JSON that it makes, about.
    var size: Int {
        let names = attributes.keys.reduce(0) { $0 + $1.utf8.count + 8 }
        return attributes.values.reduce(128 + names + Self.size(of: state)) { $0 + Self.size(of: $1) }
    }

    private static func size(of value: WireValue) -> Int {
        if case .text(let text) = value { text.utf8.count } else { 20 }
    }

    private enum CodingKeys: String, CodingKey {
        case type, state, icon, attributes
        case uniqueID = "unique_id"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .type)
        try container.encode(sensor, forKey: .uniqueID)
        try container.encode(icon, forKey: .icon)
        try encodeState(to: encoder)
    }

    /// State and attributes alone, for a description that goes with them.
    func encodeState(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state, forKey: .state)
        try container.encode(attributes, forKey: .attributes)
    }
}
