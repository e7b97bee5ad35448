/// What of an output was not understood, each with its place; bounded, since a program may print a million bad lines.
struct ForeignRefusals: Sendable {
    private static let most = 50

    /// Stands before each: which of several calls it was.
    var call = ""
    private var texts: [String] = []
    private var more = 0

    init() {}

    /// - Parameters:
    ///   - line: From 1.
    ///   - column: In bytes, from 1.
    mutating func add(line: Int, column: Int, _ reason: String) {
        add("line \(line), column \(column): \(reason)")
    }

    mutating func add(_ text: String) {
        if texts.count < Self.most { texts.append(call + text) } else { more += 1 }
    }

    var all: [String] { more == 0 ? texts : texts + ["\(call)and \(more) more"] }
}
