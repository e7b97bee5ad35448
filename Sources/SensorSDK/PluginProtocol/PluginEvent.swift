/// Something that happened once, as a plugin pushes it; the host gives it id and time.
public struct PluginEvent: Sendable, Hashable, Codable {
    /// Id of the sensor that it belongs to, as the plugin listed it.
    public var sensor: String
    /// A word of ``DeviceEvent/Action``.
    public var action: DeviceEvent.Action
    /// What a person would call what it happened to; at most 64 characters.
    public var name: String
    public var vendor: String?
    public var model: String?

    public init(
        sensor: String,
        action: DeviceEvent.Action,
        name: String,
        vendor: String? = nil,
        model: String? = nil
    ) {
        self.sensor = sensor
        self.action = action
        self.name = name
        self.vendor = vendor
        self.model = model
    }
}
