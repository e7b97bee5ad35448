import FoundationEssentials
package import SensorSDK
import Shared

/// A value as JSON has it: a number, a word, true or false; a time as ISO 8601.
package enum ListedValue: Sendable, Hashable {
    case number(Double)
    case integer(Int64)
    case flag(Bool)
    case text(String)

    package init(_ value: SensorValue) {
        self =
            switch value {
            case .number(let number): .number(number)
            case .integer(let integer): .integer(integer)
            case .flag(let flag): .flag(flag)
            case .text(let text): .text(text.printable(limit: 255))
            case .time(let date): .text(date.formatted(.iso8601))
            }
    }
}

extension ListedValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Each attempt fails when the JSON holds another type; the last one says so.
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

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .integer(let integer): try container.encode(integer)
        case .flag(let flag): try container.encode(flag)
        case .text(let text): try container.encode(text)
        }
    }
}

extension ListedValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .number(let number):
            number == number.rounded() && abs(number) < 1e15
                ? "\(Int64(number))" : "\((number * 1000).rounded() / 1000)"
        case .integer(let integer): "\(integer)"
        case .flag(let flag): flag ? "on" : "off"
        case .text(let text): text
        }
    }
}
