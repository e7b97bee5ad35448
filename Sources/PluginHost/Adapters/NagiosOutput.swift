import SensorSDK

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
    /// Pieces that hold values, each with the number of its line and the column where it begins.
    private var data: [(line: Int, column: Int, text: Substring)] = []
    private(set) var refusals: [String] = []

    init(_ output: String) {
        var isData = false
        var first = ""
        for (number, line) in output.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let bar = line.firstIndex(of: "|")
            let head = bar.map { line[..<$0] } ?? line
            if number == 0 { first = String(head) }
            if isData {
                data.append((number + 1, 1, line))
            } else if let bar {
                data.append((number + 1, head.utf8.count + 2, line[bar...].dropFirst()))
                // On the first line they end with it; after a later bar all is data.
                isData = number > 0
            }
        }
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        text = String(String(first.drop(while: isBlank)).reversed().drop(while: isBlank).reversed())
    }

    mutating func pairs() -> [Pair] {
        var pairs: [Pair] = []
        for piece in data {
            var rest = piece.text
            while true {
                rest = rest.drop(while: \.isWhitespace)
                guard !rest.isEmpty else { break }
                let column = piece.column + piece.text.utf8.count - rest.utf8.count
                if let pair = Self.pair(&rest) {
                    pairs.append(pair)
                } else {
                    refusals.append("line \(piece.line), column \(column): no 'label=value'")
                }
            }
        }
        return pairs
    }

    /// Takes one pair, or what stands in its place, off a text.
    private static func pair(_ rest: inout Substring) -> Pair? {
        var label = ""
        if rest.first == "'" {
            rest = rest.dropFirst()
            while let character = rest.popFirst() {
                if character == "'" {
                    guard rest.first == "'" else { break }
                    rest = rest.dropFirst()
                }
                label.append(character)
            }
        } else {
            let end = rest.firstIndex { $0.isWhitespace || $0 == "=" } ?? rest.endIndex
            label = String(rest[..<end])
            rest = rest[end...]
        }
        let end = rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
        var token = rest[..<end]
        rest = rest[end...]
        guard token.first == "=", !label.isEmpty else { return nil }
        token = token.dropFirst()
        if token.last == "," { token = token.dropLast() }
        let fields = token.split(separator: ";", omittingEmptySubsequences: false)
        guard let value = fields.first, !value.isEmpty, !value.contains("=") else { return nil }
        var pair = value == "U" ? Pair(label: label, outcome: .unavailable(.noData)) : Self.value(value, of: label)
        for (name, field) in zip(["warning", "critical", "minimum", "maximum"], fields.dropFirst()) where !field.isEmpty
        {
            pair.thresholds[name] = String(field)
        }
        return pair
    }

    private static func value(_ text: Substring, of label: String) -> Pair {
        let number = ForeignNumber.prefix(of: text)
        let unit = text[number.endIndex...]
        guard let value = ForeignNumber.parse(number),
            !unit.contains(where: { $0.isNumber || $0 == "'" || $0 == "\"" })
        else { return Pair(label: label, outcome: .unavailable(.malformed)) }
        return Pair(label: label, outcome: .value(value), unit: String(unit))
    }
}
