import SensorSDK
import Shared

/// A state or an attribute as it goes over the wire, checked: JSON of it can't fail and means the same to the server.
enum WireValue: Sendable, Hashable {
    case number(Double)
    case integer(Int64)
    case flag(Bool)
    case text(String)

    /// - Parameter name: What is refused, for a person: `value`, `attribute vendor`.
    init(_ value: SensorValue, name: String) throws(EncodingRefusal) {
        switch value {
        case .number(let number):
            guard number.isFinite else { throw .notFinite(name: name) }
            self = .number(number)
        case .integer(let number): self = .integer(number)
        case .flag(let flag): self = .flag(flag)
        case .text(let text): self = .text(text)
        case .time(let date):
            guard let text = WireTime.text(date) else { throw .timeOutOfRange(name: name) }
            self = .text(text)
        }
    }
}

extension WireValue: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .integer(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .text(let text): try container.encode(text)
        }
    }
}
