import FoundationEssentials

/// A value as JSON has it; what it means depends on its sensor.
public enum PluginValue: Sendable, Hashable {
    case number(Double)
    case integer(Int64)
    case flag(Bool)
    case text(String)

    /// A value of a sensor; a time becomes text in ISO 8601.
    public init(_ value: SensorValue) {
        switch value {
        case .number(let number): self = .number(number)
        case .integer(let number): self = .integer(number)
        case .flag(let flag): self = .flag(flag)
        case .text(let text): self = .text(text)
        case .time(let time): self = .text(time.formatted(.iso8601))
        }
    }

    /// The value for a sensor or an attribute.
    ///
    /// - Parameter isTime: Whether a text must be a time (device class `timestamp`).
    /// - Returns: `nil` when it must be a time and is none.
    public func value(isTime: Bool = false) -> SensorValue? {
        switch self {
        case .number(let number): isTime ? nil : .number(number)
        case .integer(let number): isTime ? nil : .integer(number)
        case .flag(let flag): isTime ? nil : .flag(flag)
        case .text(let text): isTime ? Self.time(text).map(SensorValue.time) : .text(text)
        }
    }

    private static func time(_ text: String) -> Date? {
        // Either form fits or none: there is nothing else to learn from the error.
        (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
}

extension PluginValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Tried from the narrowest to the widest; only the last failure is one.
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .integer(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .text(let text): try container.encode(text)
        }
    }
}
