/// The two kinds of entity that Home Assistant's `mobile_app` takes; the raw value is its word on the wire.
public enum SensorKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A number, a text or a time.
    case sensor
    /// On or off.
    case binarySensor = "binary_sensor"
}
