/// One sensor's outcome on the wire: a value, or the reason why there is none.
public struct PluginReading: Sendable, Hashable, Codable {
    /// As the plugin listed it.
    public var id: String
    public var value: PluginValue?
    /// A word of ``UnavailableReason``; there is exactly one of value and reason.
    public var unavailable: String?
    public var attributes: [String: PluginValue]?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, value, unavailable, attributes
    }

    /// All keys that mean something.
    package static var keys: Set<String> { Set(CodingKeys.allCases.map(\.rawValue)) }

    public init(
        id: String,
        value: PluginValue? = nil,
        unavailable: String? = nil,
        attributes: [String: PluginValue]? = nil
    ) {
        self.id = id
        self.value = value
        self.unavailable = unavailable
        self.attributes = attributes
    }

    /// What it says of a sensor; nonsense is ``UnavailableReason/malformed``.
    public func outcome(for sensor: Sensor) -> Reading.Outcome {
        if let unavailable {
            return .unavailable(value == nil ? UnavailableReason(rawValue: unavailable) ?? .malformed : .malformed)
        }
        guard let value = value?.value(isTime: sensor.deviceClass == .timestamp) else {
            return .unavailable(.malformed)
        }
        return .value(value)
    }
}
