import SensorSDK

/// Takes line protocol apart; a record that is wrong costs itself.
struct InfluxScanner {
    struct Point {
        var measurement: String
        var tags: [String: String] = [:]
        var fields: [(String, SensorValue)] = []
        /// As it stands; only compared with others of the same program.
        var time: Int64?
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lineStart = 0
    private(set) var refusals: [String] = []
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
                if let point = point(), isAtLineEnd {
                    points.append(point)
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
                    refusals.append("line \(line), column \(position - lineStart + 1): a quote is not closed")
                } else {
                    refusals.append("line \(line), column \(position - lineStart + 1): no record can go on so")
                }
                skipLine()
            }
        }
        return points
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

    private mutating func point() -> Point? {
        guard let measurement = name(until: ", ") else { return nil }
        var point = Point(measurement: measurement)
        while take(",") {
            guard let key = name(until: ",= "), take("="), let value = name(until: ",= ") else { return nil }
            point.tags[key] = value
        }
        guard next == UInt8(ascii: " ") else { return nil }
        skipBlanks()
        repeat {
            guard let key = name(until: ",= "), take("="), let value = value() else { return nil }
            point.fields.append((key, value))
        } while take(",")
        let hadBlank = next == UInt8(ascii: " ")
        skipBlanks()
        if hadBlank, !isAtLineEnd {
            let start = position
            if next == UInt8(ascii: "-") { position += 1 }
            while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
            guard let time = Int64(String(decoding: bytes[start..<position], as: UTF8.self)) else { return nil }
            point.time = time
            skipBlanks()
        }
        return point
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
        if text.hasSuffix("i") { return Int64(text.dropLast()).map(SensorValue.integer) }
        if text.hasSuffix("u") {
            guard let number = UInt64(text.dropLast()) else { return nil }
            return Int64(exactly: number).map(SensorValue.integer) ?? .number(Double(number))
        }
        guard text.first != "+" else { return nil }
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
                text.append(byte)
                advance()
            }
        }
        isTextOpen = true
        return nil
    }
}
