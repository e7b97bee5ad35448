import FoundationEssentials
import SQLite
import SensorSDK

/// A value as it is stored: what kind it is, in one letter, and itself. Numbers come back bit for bit.
struct StoredValue: Hashable {
    /// The letters are kept for ever.
    enum Kind: String, Codable {
        case number = "n"
        case integer = "i"
        case flag = "f"
        case text = "t"
        case time = "d"
        case unavailable = "u"
    }

    let kind: Kind
    let content: SQLiteValue

    /// - Returns: `nil` for a number that is not finite: it is no value.
    init?(_ value: SensorValue) {
        switch value {
        case .number(let number):
            guard number.isFinite else { return nil }
            (kind, content) = (.number, .real(number))
        case .integer(let number): (kind, content) = (.integer, .integer(number))
        case .flag(let flag): (kind, content) = (.flag, SQLiteValue(flag))
        case .text(let text): (kind, content) = (.text, .text(text))
        case .time(let time):
            let seconds = time.timeIntervalSinceReferenceDate
            guard seconds.isFinite else { return nil }
            (kind, content) = (.time, .real(seconds))
        }
    }

    init(_ outcome: Reading.Outcome) {
        switch outcome {
        case .value(let value):
            self =
                StoredValue(value)
                ?? StoredValue(kind: .unavailable, content: .text(UnavailableReason.malformed.rawValue))
        case .unavailable(let reason):
            self.init(kind: .unavailable, content: .text(reason.rawValue))
        }
    }

    init(kind: Kind, content: SQLiteValue) {
        self.kind = kind
        self.content = content
    }

    /// `nil` when this version does not know such a value.
    var outcome: Reading.Outcome? {
        if kind == .unavailable, case .text(let word) = content {
            return UnavailableReason(rawValue: word).map(Reading.Outcome.unavailable)
        }
        return value.map(Reading.Outcome.value)
    }

    /// `nil` when it is none.
    var value: SensorValue? {
        switch (kind, content) {
        case (.number, .real(let number)): .number(number)
        case (.integer, .integer(let number)): .integer(number)
        case (.flag, .integer(let number)): .flag(number != 0)
        case (.text, .text(let text)): .text(text)
        case (.time, .real(let seconds)): .time(Date(timeIntervalSinceReferenceDate: seconds))
        default: nil
        }
    }
}

/// In JSON an object with the letter as its one key, for attributes.
extension StoredValue: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ kind: Kind) { stringValue = kind.rawValue }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let key = container.allKeys.first, let kind = Kind(rawValue: key.stringValue) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no known kind"))
        }
        self.kind = kind
        content =
            switch kind {
            case .number, .time: .real(try container.decode(Double.self, forKey: key))
            case .integer, .flag: .integer(try container.decode(Int64.self, forKey: key))
            case .text, .unavailable: .text(try container.decode(String.self, forKey: key))
            }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch content {
        case .real(let number): try container.encode(number, forKey: Key(kind))
        case .integer(let number): try container.encode(number, forKey: Key(kind))
        case .text(let text): try container.encode(text, forKey: Key(kind))
        case .blob, .null: break
        }
    }
}
