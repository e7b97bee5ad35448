import FoundationEssentials
import SensorSDK

/// One line of the exposition format.
struct PrometheusScanner {
    private let line: Substring
    private var rest: Substring

    init(_ line: Substring) {
        self.line = line
        rest = line
    }

    var isAtEnd: Bool { rest.isEmpty }
    /// In bytes, from 1.
    var column: Int { line.utf8.count - rest.utf8.count + 1 }
    var words: [Substring] { rest.split { $0 == " " || $0 == "\t" } }

    mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

    mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                || scalar == "_" || scalar == ":"
        }
    }

    /// `nil` when it is none; ``column`` is then where it went wrong.
    mutating func sample() -> PrometheusText.Sample? {
        let metric = rest.prefix { $0 != "{" && $0 != " " && $0 != "\t" }
        guard Self.isName(metric) else { return nil }
        rest = rest[metric.endIndex...]
        skipBlanks()
        var labels: [String: String] = [:]
        if take("{") {
            guard let found = self.labels() else { return nil }
            labels = found
        }
        skipBlanks()
        let number = rest.prefix { $0 != " " && $0 != "\t" }
        var value: SensorValue?
        let isNone = ["nan", "+inf", "-inf", "inf"].contains(number.lowercased())
        if !isNone {
            value = ForeignNumber.parse(number)
            guard value != nil else { return nil }
        }
        rest = rest[number.endIndex...]
        skipBlanks()
        var time: Date?
        if !rest.isEmpty {
            guard let milliseconds = Int64(rest.prefix { $0 != " " && $0 != "\t" }) else { return nil }
            time = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            rest = rest.drop { $0 != " " && $0 != "\t" }
            skipBlanks()
            guard rest.isEmpty else { return nil }
        }
        return PrometheusText.Sample(metric: String(metric), labels: labels, value: value, time: time)
    }

    private mutating func labels() -> [String: String]? {
        var labels: [String: String] = [:]
        while true {
            skipBlanks()
            if take("}") { return labels }
            let name = rest.prefix { $0 != "=" && $0 != " " && $0 != "}" }
            guard Self.isName(name) else { return nil }
            rest = rest[name.endIndex...]
            skipBlanks()
            guard take("=") else { return nil }
            skipBlanks()
            guard take("\""), let value = quoted() else { return nil }
            labels[String(name)] = value
            skipBlanks()
            if take(",") { continue }
            guard rest.first == "}" else { return nil }
        }
    }

    /// Up to the closing quote; the opening one is taken.
    private mutating func quoted() -> String? {
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            case "\\":
                switch rest.popFirst() {
                case "n"?: value.append("\n")
                case let escaped?: value.append(escaped)
                case nil: return nil
                }
            default: value.append(character)
            }
        }
        return nil
    }
}
