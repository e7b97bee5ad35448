import SensorSDK
import Shared

/// The text of a Nagios plugin, taken apart.
struct NagiosOutput {
    struct Pair {
        var label: String
        var outcome: Reading.Outcome
        /// As it was printed.
        var unit = ""
        var thresholds: [String: String] = [:]
    }

    static let thresholds = ["critical", "maximum", "minimum", "warning"]

    /// First line up to the bar.
    let text: String
    /// What holds values: from a bar on, or whole.
    private var data: [(line: ForeignLine, rest: ArraySlice<UInt8>)] = []
    private(set) var refusals = ForeignRefusals()

    init(_ output: [UInt8]) {
        var isData = false
        var first: ArraySlice<UInt8> = []
        for line in ForeignLine.lines(of: output, keepsBeginning: true, refusals: &refusals) {
            let bar = line.bytes.firstIndex(of: UInt8(ascii: "|"))
            if line.number == 1 { first = line.bytes[..<(bar ?? line.bytes.endIndex)] }
            if isData {
                data.append((line, line.bytes))
            } else if let bar {
                data.append((line, line.bytes[(bar + 1)...]))
                // On the first line they end with it; after a later bar all is data.
                isData = line.number > 1
            }
        }
        text = first.trimmed.text
    }

    mutating func pairs() -> [Pair] {
        var pairs: [Pair] = []
        for piece in data {
            var rest = piece.rest.withoutLeadingBlanks
            while !rest.isEmpty {
                let column = piece.line.column(of: rest)
                if let pair = Self.pair(&rest) {
                    pairs.append(pair)
                    if pair.outcome == .unavailable(.malformed) {
                        let label = pair.label.printable(limit: 60)
                        refusals.add(line: piece.line.number, column: column, "'\(label)' has no number")
                    }
                } else {
                    refusals.add(line: piece.line.number, column: column, "no 'label=value'")
                }
                rest = rest.withoutLeadingBlanks
            }
        }
        return pairs
    }

    /// Takes one pair, or what stands in its place, off a text.
    private static func pair(_ rest: inout ArraySlice<UInt8>) -> Pair? {
        let label = Self.label(&rest)
        let end = rest.firstIndex(where: \.isBlank) ?? rest.endIndex
        var token = rest[..<end]
        rest = rest[end...]
        guard token.first == UInt8(ascii: "="), !label.isEmpty else { return nil }
        token = token.dropFirst()
        if token.last == UInt8(ascii: ",") { token = token.dropLast() }
        let fields = token.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let value = fields.first, !value.isEmpty, !value.contains(UInt8(ascii: "=")) else { return nil }
        var pair =
            value.elementsEqual("U".utf8)
            ? Pair(label: label, outcome: .unavailable(.noData)) : Self.value(value, of: label)
        for (name, field) in zip(["warning", "critical", "minimum", "maximum"], fields.dropFirst()) where !field.isEmpty
        {
            pair.thresholds[name] = field.text
        }
        return pair
    }

    private static func label(_ rest: inout ArraySlice<UInt8>) -> String {
        let quote = UInt8(ascii: "'")
        guard rest.first == quote else {
            let end = rest.firstIndex { $0.isBlank || $0 == UInt8(ascii: "=") } ?? rest.endIndex
            defer { rest = rest[end...] }
            return rest[..<end].text
        }
        rest = rest.dropFirst()
        var label: ArraySlice<UInt8> = []
        while let byte = rest.popFirst() {
            if byte == quote {
                guard rest.first == quote else { break }
                rest = rest.dropFirst()
            }
            label.append(byte)
        }
        return label.text
    }

    private static func value(_ text: ArraySlice<UInt8>, of label: String) -> Pair {
        let length = ForeignNumber.length(in: text)
        let unit = text.dropFirst(length)
        guard let value = ForeignNumber.parse(text.prefix(length).text),
            !unit.contains(where: { $0.isDigit || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") })
        else { return Pair(label: label, outcome: .unavailable(.malformed)) }
        return Pair(label: label, outcome: .value(value), unit: unit.text)
    }
}
