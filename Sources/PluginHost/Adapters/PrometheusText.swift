import FoundationEssentials
import SensorSDK

/// A text in the exposition format, taken apart; one bad line costs itself.
struct PrometheusText {
    struct Sample {
        var metric: String
        var labels: [String: String] = [:]
        /// `nil` for NaN and infinities, and for what is ``broken``.
        var value: SensorValue?
        /// What stands where a number should.
        var broken: String?
        var time: Date?
    }

    private(set) var samples: [Sample] = []
    /// By the name of the metric family, like the next.
    private(set) var types: [String: String] = [:]
    private var helps: [String: String] = [:]
    /// How many families have a text: what all share names none of them.
    private var sharing: [String: Int] = [:]
    private(set) var refusals = ForeignRefusals()

    init(_ output: [UInt8]) {
        for line in ForeignLine.lines(of: output, refusals: &refusals) {
            guard line.hasEnd else {
                // It was read while it was being written.
                refusals.add(line: line.number, column: line.bytes.count + 1, "the line has no end")
                continue
            }
            var scanner = PrometheusScanner(line)
            scanner.skipBlanks()
            if scanner.isAtEnd { continue }
            if scanner.take("#") {
                comment(&scanner, line.number)
            } else if let sample = scanner.sample() {
                samples.append(sample)
                guard sample.broken != nil else { continue }
                refusals.add(line: line.number, column: scanner.column, "no number")
            } else {
                refusals.add(line: line.number, column: scanner.column, "no sample can go on so")
            }
        }
    }

    /// The family that a name belongs to, and what the name adds to it.
    func family(of metric: String) -> (String, String) {
        for part in ["_bucket", "_sum", "_count"] where metric.hasSuffix(part) {
            let base = String(metric.dropLast(part.count))
            if types[base] == "histogram" || types[base] == "summary" { return (base, part) }
        }
        return (metric, "")
    }

    /// What people are told about a family, if it is told of no other.
    func help(of family: String) -> String? {
        helps[family].flatMap { sharing[$0] == 1 ? $0 : nil }
    }

    private mutating func comment(_ scanner: inout PrometheusScanner, _ line: Int) {
        let kind = scanner.word()
        guard kind == "TYPE" || kind == "HELP" else { return }
        scanner.skipBlanks()
        let column = scanner.column
        let name = scanner.word()
        let text = kind == "HELP" ? scanner.text : scanner.remainder
        guard PrometheusScanner.isName(name), kind == "HELP" || !text.isEmpty && !text.utf8.contains(where: \.isBlank)
        else {
            refusals.add(line: line, column: column, "no \(kind) of a metric")
            return
        }
        // The second one is not believed.
        if kind == "TYPE" {
            if types[name] == nil { types[name] = text }
        } else if helps[name] == nil {
            helps[name] = text
            sharing[text, default: 0] += 1
        }
    }
}
