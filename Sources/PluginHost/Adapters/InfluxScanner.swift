import SensorSDK

/// Takes line protocol apart; a record that is wrong costs itself.
struct InfluxScanner {
    struct Point {
        var measurement: String
        var tags: [String: String] = [:]
        var fields: [(String, SensorValue)] = []
        /// As it stands; only compared with others of the same program.
        var time: Int64?
        /// What could be read of a record that was refused; none of its values counts.
        var isBroken = false
        /// Of such a record: whether it went wrong at a number.
        var isMeant = false
    }

    /// The most bytes of a line; a text may go on in the next ones.
    static let longestLine = 262_144

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lineStart = 0
    private(set) var refusals = ForeignRefusals()
    /// Where a record begins whose text goes on behind the end of the bytes; it was left out.
    private(set) var openStart: Int?
    /// Whether the bytes ended within a text.
    private var isTextOpen = false
    private let isStream: Bool

    /// - Parameter isStream: Whether more may come, so that a record without an end is not wrong yet.
    init(_ bytes: [UInt8], isStream: Bool = false) {
        self.bytes = bytes
        self.isStream = isStream
    }

    mutating func points() -> [Point] {
        var points: [Point] = []
        while position < bytes.count {
            skipBlanks()
            switch next {
            case nil: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): advance()
            case UInt8(ascii: "#"): skipLine()
            default:
                let start = (position: position, line: line, lineStart: lineStart)
                guard !isTooLong else {
                    refuse(column: Self.longestLine + 1, "longer than \(Self.longestLine) bytes; it is left out")
                    skipLine()
                    continue
                }
                let (record, isWhole) = point()
                if isWhole, isAtLineEnd {
                    points.append(record)
                    skipLine()
                    continue
                }
                if isTextOpen, isStream {
                    openStart = start.position
                    return points
                }
                if isTextOpen {
                    // A text that never ends is not to take the lines behind it along.
                    (position, line, lineStart) = start
                    isTextOpen = false
                    refuse("a quote is not closed")
                    points.append(broken(record))
                } else {
                    refuse("no record can go on so")
                    points.append(broken(record, at: bytes[position...]))
                }
                skipLine()
            }
        }
        return points
    }

    private mutating func refuse(column: Int? = nil, _ reason: String) {
        refusals.add(line: line, column: column ?? position - lineStart + 1, reason)
    }

    private func broken(_ record: Point, at place: ArraySlice<UInt8> = []) -> Point {
        var record = record
        record.isBroken = true
        record.isMeant = ForeignNumber.isMeant(place.prefix(8).text)
        record.time = nil
        return record
    }

    private var isTooLong: Bool {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        return end - position > Self.longestLine
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var isAtLineEnd: Bool {
        switch next {
        case nil, UInt8(ascii: "\n"): true
        case UInt8(ascii: "\r"): position + 1 == bytes.count || bytes[position + 1] == UInt8(ascii: "\n")
        default: false
        }
    }

    private mutating func advance() {
        if next == UInt8(ascii: "\n") {
            line += 1
            lineStart = position + 1
        }
        position += 1
    }

    private mutating func skipBlanks() {
        while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { position += 1 }
    }

    private mutating func skipLine() {
        while let byte = next, byte != UInt8(ascii: "\n") { position += 1 }
        if next != nil { advance() }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Up to one of these, which a backslash takes as they are; `nil` when there is nothing.
    private mutating func name(until ends: String) -> String? {
        let ends = Array(ends.utf8)
        var name: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\n"), !ends.contains(byte) {
            if byte == UInt8(ascii: "\\"), position + 1 < bytes.count,
                ends.contains(bytes[position + 1]) || bytes[position + 1] == UInt8(ascii: " ")
            {
                position += 1
                name.append(bytes[position])
            } else {
                name.append(byte)
            }
            position += 1
        }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    /// - Returns: What was read, and whether that is all of it.
    private mutating func point() -> (Point, isWhole: Bool) {
        guard let measurement = name(until: ", ") else { return (Point(measurement: ""), false) }
        var point = Point(measurement: measurement)
        let isWhole = tags(&point) && fields(&point) && time(&point)
        return (point, isWhole)
    }

    private mutating func tags(_ point: inout Point) -> Bool {
        while take(",") {
            guard let key = name(until: ",= "), take("="), let value = name(until: ",= ") else { return false }
            point.tags[key] = value
        }
        guard next == UInt8(ascii: " ") else { return false }
        skipBlanks()
        return true
    }

    private mutating func fields(_ point: inout Point) -> Bool {
        repeat {
            guard let key = name(until: ",= "), take("=") else { return false }
            let value = self.value()
            // The key of a value that is none is known, and that a number was meant is likely.
            point.fields.append((key, value ?? .number(0)))
            guard value != nil else { return false }
        } while take(",")
        return true
    }

    private mutating func time(_ point: inout Point) -> Bool {
        let hadBlank = next == UInt8(ascii: " ")
        skipBlanks()
        guard hadBlank, !isAtLineEnd else { return true }
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        while let byte = next, byte.isDigit { position += 1 }
        guard let time = Int64(String(decoding: bytes[start..<position], as: UTF8.self)) else { return false }
        point.time = time
        skipBlanks()
        return true
    }

    private mutating func value() -> SensorValue? {
        if take("\"") { return string() }
        let start = position
        while let byte = next, ![UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        let value = Self.value(text)
        // The column of the value rather than of what follows it.
        if value == nil { position = start }
        return value
    }

    private static func value(_ text: String) -> SensorValue? {
        switch text {
        case "t", "T", "true", "True", "TRUE": return .flag(true)
        case "f", "F", "false", "False", "FALSE": return .flag(false)
        default: break
        }
        // Swift takes a plus before whole numbers, too; the line protocol knows none.
        guard text.utf8.first != UInt8(ascii: "+") else { return nil }
        if text.hasSuffix("i") { return Int64(text.dropLast()).map(SensorValue.integer) }
        if text.hasSuffix("u") {
            guard let number = UInt64(text.dropLast()) else { return nil }
            return Int64(exactly: number).map(SensorValue.integer) ?? .number(Double(number))
        }
        return ForeignNumber.parse(text)
    }

    /// Up to the closing quote; the opening one is taken. A line feed inside belongs to it.
    private mutating func string() -> SensorValue? {
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return .text(String(decoding: text, as: UTF8.self))
            case UInt8(ascii: "\\"):
                position += 1
                if let escaped = next, escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") {
                    text.append(escaped)
                    position += 1
                } else {
                    text.append(byte)
                }
            default:
                guard position - lineStart < Self.longestLine else { return nil }
                text.append(byte)
                advance()
            }
        }
        isTextOpen = true
        return nil
    }
}
