package import SensorSDK

/// A state or attribute as `case.json` writes it.
package enum FixtureValue: Sendable, Hashable, Decodable, CustomStringConvertible {
    case flag(Bool)
    case number(Double)
    case text(String)

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Each of these fails for a value of another kind: that is how the kind is told.
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    /// Whether a value is this one, numbers within `tolerance`.
    package func matches(_ value: SensorValue, tolerance: Double) -> Bool {
        switch (self, value) {
        case (.flag(let expected), .flag(let found)): expected == found
        case (.text(let expected), .text(let found)): expected == found
        case (.number(let expected), .integer(let found)): abs(expected - Double(found)) <= tolerance
        // Half of a last decimal place on top: 37.95 and 38.0 differ by 0.05 in decimal, by a little more in binary.
        case (.number(let expected), .number(let found)): abs(expected - found) <= tolerance + 1e-9
        default: false
        }
    }

    package var description: String {
        switch self {
        case .flag(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .text(let text): "'\(text)'"
        }
    }
}
