import FoundationEssentials
import SensorSDK

/// A text in the exposition format, taken apart; one bad line costs itself.
struct PrometheusText {
    struct Sample {
        var metric: String
        var labels: [String: String]
        /// `nil` for NaN and infinities.
        var value: SensorValue?
        var time: Date?
    }

    private(set) var samples: [Sample] = []
    /// By the name of the metric family.
    private(set) var types: [String: String] = [:]
    private(set) var refusals: [String] = []

    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // What has no end was read while it was being written.
        if let rest = lines.popLast(), !rest.isEmpty {
            refusals.append("line \(lines.count + 1), column \(rest.utf8.count + 1): the line has no end")
        }
        for (index, line) in lines.enumerated() {
            var scanner = PrometheusScanner(line.last == "\r" ? line.dropLast() : line)
            scanner.skipBlanks()
            if scanner.isAtEnd { continue }
            if scanner.take("#") {
                comment(scanner.words)
            } else if let sample = scanner.sample() {
                samples.append(sample)
            } else {
                refusals.append("line \(index + 1), column \(scanner.column): no sample can go on so")
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

    private mutating func comment(_ words: [Substring]) {
        guard words.count == 3, words[0] == "TYPE", PrometheusScanner.isName(words[1]) else { return }
        let name = String(words[1])
        // The second one is not believed.
        if types[name] == nil { types[name] = String(words[2]) }
    }
}
