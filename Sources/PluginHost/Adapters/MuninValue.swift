import SensorSDK

/// What a munin plugin says of a field: `N`, `U` or `epoch:N`, with its place.
struct MuninValue: Sendable {
    var line: Int
    /// In bytes, from 1.
    var column: Int
    private var text: String

    init(_ line: MuninLine) {
        self.line = line.number
        column = line.column
        text = line.value
    }

    /// The values of an output by graph and field; of two the first.
    static func values(_ lines: [MuninLine], prefix: String?) -> [ForeignOrigin: MuninValue] {
        var values: [ForeignOrigin: MuninValue] = [:]
        var graph = MuninGraph.whole("", prefix)
        for line in lines {
            if line.key == "multigraph" {
                graph = MuninGraph.whole(line.value, prefix)
            } else if let (field, attribute) = line.parts, attribute == "value" {
                let origin = ForeignOrigin.munin(graph: graph, field: field)
                if values[origin] == nil { values[origin] = MuninValue(line) }
            }
        }
        return values
    }

    /// The same where it is a count, exactly, of what has a ``number``.
    var count: UInt64? { text.split(separator: ":").last.flatMap { UInt64($0) } }

    /// The number; a reason for one that is not known, and for a text that is none as a whole.
    var number: Result<SensorValue, UnavailableReason> {
        var token = text[...]
        // When it was. What can't be a time is no such beginning, but a number that is broken.
        if let colon = token.utf8.firstIndex(of: UInt8(ascii: ":")) {
            guard token[..<colon].utf8.allSatisfy(\.isDigit), let epoch = Int64(token[..<colon]),
                ForeignTime.seconds.contains(Double(epoch))
            else { return .failure(.malformed) }
            token = token[token.utf8.index(after: colon)...]
        }
        if token == "U" || ["nan", "-nan", "inf", "-inf"].contains(token.lowercased()) { return .failure(.noData) }
        return ForeignNumber.parse(token).map(Result.success) ?? .failure(.malformed)
    }
}
