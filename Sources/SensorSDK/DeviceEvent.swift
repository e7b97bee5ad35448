/// A fact that happened once, such as a USB device that was plugged in.
public struct DeviceEvent: Sendable, Hashable {
    public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
        case added, removed, changed
    }

    /// 32 random hexadecimal digits: the same event keeps its id however often it is sent.
    public var id: String
    /// The sensor that it belongs to: it goes to the servers where that one is enabled.
    public var sensor: SensorID
    public var action: Action
    /// What a person would call the device; at most 64 characters.
    public var name: String
    /// Sent only where the sensor's attributes of the same names were accepted.
    public var vendor: String?
    public var model: String?
    public var time: Instant

    public init(
        id: String,
        sensor: SensorID,
        action: Action,
        name: String,
        vendor: String? = nil,
        model: String? = nil,
        time: Instant
    ) {
        self.id = id
        self.sensor = sensor
        self.action = action
        self.name = name
        self.vendor = vendor
        self.model = model
        self.time = time
    }
}
