import FoundationEssentials
import SensorSDK

/// One line of the exposition format.
struct PrometheusScanner {
    private let line: ForeignLine
    private var rest: ArraySlice<UInt8>

    init(_ line: ForeignLine) {
        self.line = line
        rest = line.bytes
    }

    var isAtEnd: Bool { rest.isEmpty }
    /// In bytes, from 1.
    var column: Int { line.column(of: rest) }

    mutating func skipBlanks() { rest = rest.withoutLeadingBlanks }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Up to the next blank, with the blanks before it; empty at the end.
    mutating func word() -> String {
        skipBlanks()
        return taken { !$0.isBlank }.text
    }

    /// What is left, without the blanks around it.
    var remainder: String { rest.trimmed.text }
    /// The same, where a backslash takes a quote or backslash behind it as it is, and `n` as a line feed.
    var text: String { Self.unescaped(rest.trimmed) }

    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, !first.isDigit else { return false }
        return text.utf8.allSatisfy { byte in
            byte.isDigit || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ":")
        }
    }

    /// `nil` when it is none; ``column`` is then where it went wrong. Likewise for a sample whose value is no number.
    mutating func sample() -> PrometheusText.Sample? {
        let start = rest
        let metric = taken { $0 != UInt8(ascii: "{") && !$0.isBlank }.text
        guard Self.isName(metric) else {
            rest = start
            return nil
        }
        var sample = PrometheusText.Sample(metric: metric)
        skipBlanks()
        if take("{") {
            guard let labels = self.labels() else { return nil }
            sample.labels = labels
        }
        skipBlanks()
        let beforeValue = rest
        let number = word()
        guard !number.isEmpty else { return nil }
        if !["nan", "+inf", "-inf", "inf"].contains(number.lowercased()) {
            sample.value = ForeignNumber.parse(number)
            if sample.value == nil { sample.broken = number }
        }
        skipBlanks()
        if !isAtEnd {
            let start = rest
            guard let milliseconds = Int64(word()), remainder.isEmpty else {
                rest = sample.broken == nil ? start : beforeValue
                return nil
            }
            sample.time = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        }
        if sample.broken != nil { rest = beforeValue }
        return sample
    }

    private mutating func taken(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let piece = rest.prefix(while: isPart)
        rest = rest[piece.endIndex...]
        return piece
    }

    private mutating func labels() -> [String: String]? {
        var labels: [String: String] = [:]
        while true {
            skipBlanks()
            if take("}") { return labels }
            let start = rest
            let name = taken { $0 != UInt8(ascii: "=") && !$0.isBlank && $0 != UInt8(ascii: "}") }.text
            guard Self.isName(name) else {
                rest = start
                return nil
            }
            skipBlanks()
            guard take("=") else { return nil }
            skipBlanks()
            guard take("\""), let value = quoted() else { return nil }
            labels[name] = value
            skipBlanks()
            if take(",") { continue }
            guard rest.first == UInt8(ascii: "}") else { return nil }
        }
    }

    /// Up to the closing quote; the opening one is taken.
    private mutating func quoted() -> String? {
        var isEscaped = false
        let value = taken { byte in
            if isEscaped || byte != UInt8(ascii: "\"") {
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                return true
            }
            return false
        }
        return take("\"") ? Self.unescaped(value) : nil
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var text: ArraySlice<UInt8> = []
        var isEscaped = false
        for byte in bytes {
            if !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
                continue
            }
            // Before any other character it is itself: `C:\temp`.
            if isEscaped, !#"\"n"#.utf8.contains(byte) { text.append(UInt8(ascii: "\\")) }
            text.append(isEscaped && byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
            isEscaped = false
        }
        return text.text
    }
}
