import SensorSDK
import Shared

/// A value or an attribute in JSON.
package enum ItemValue: Sendable, Hashable {
    case number(Double)
    case integer(Int64)
    case flag(Bool)
    case text(String)

    /// - Returns: `nil` for what JSON can't say: a number that is not finite, a time outside of the years 1 to 9999.
    init?(_ value: SensorValue) {
        switch value {
        case .number(let number):
            guard number.isFinite else { return nil }
            self = .number(number)
        case .integer(let number): self = .integer(number)
        case .flag(let flag): self = .flag(flag)
        case .text(let text): self = .text(text)
        case .time(let date):
            guard let text = WireTime.text(date) else { return nil }
            self = .text(text)
        }
    }
}

extension ItemValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Each is tried in turn; what none of them takes is no value.
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self), number.isFinite {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .integer(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .text(let text): try container.encode(text)
        }
    }
}
