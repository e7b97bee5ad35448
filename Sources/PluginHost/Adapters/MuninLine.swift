/// One line of a munin plugin that says something: a key, and what stands behind it.
struct MuninLine: Sendable {
    var number: Int
    var key: String
    /// Without the blanks around it; may be empty.
    var value: String
    /// Where the value begins, in bytes, from 1.
    var column: Int

    private static let settings: Set = [
        "multigraph", "host_name", "update", "update_rate", "create_args", "service_order", "contacts", "notify_alias",
    ]

    /// All lines that are munin's; comments and blank ones are nothing, what else there is is refused.
    static func lines(of output: [UInt8], refusals: inout ForeignRefusals) -> [MuninLine] {
        ForeignLine.lines(of: output, refusals: &refusals).compactMap { line in
            let text = line.bytes.trimmed
            guard let first = text.first, first != UInt8(ascii: "#") else { return nil }
            let key = text.prefix { !$0.isBlank }
            guard isKey(key.text) else {
                refusals.add(
                    line: line.number,
                    column: line.column(of: text),
                    "neither 'field.attribute …' nor a setting"
                )
                return nil
            }
            let value = text[key.endIndex...].withoutLeadingBlanks
            return MuninLine(number: line.number, key: key.text, value: value.text, column: line.column(of: value))
        }
    }

    private static func isKey(_ key: String) -> Bool {
        guard let (field, attribute) = parts(of: key) else { return settings.contains(key) || key.hasPrefix("graph_") }
        return !field.isEmpty && !attribute.isEmpty
            && attribute.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0 | 0x20) }
    }

    /// Field and attribute; `nil` for what concerns the whole graph.
    var parts: (field: String, attribute: String)? { Self.parts(of: key) }

    private static func parts(of key: String) -> (field: String, attribute: String)? {
        guard let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return (String(key[..<dot]), String(key[key.utf8.index(after: dot)...]))
    }
}
