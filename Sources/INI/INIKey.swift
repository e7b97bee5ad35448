/// A key that a kind of file knows: one table of them serves the reader's errors and the manual page.
package struct INIKey: Sendable, Hashable {
    /// As it is written; with `*` at its end for all that begin so, such as `env.*`.
    package let name: String
    /// What stands for the value in the manual: `SECONDS`.
    package let placeholder: String
    /// What it does, and what holds without it.
    package let help: String

    package init(_ name: String, _ placeholder: String, help: String) {
        self.name = name
        self.placeholder = placeholder
        self.help = help
    }

    /// Whether a key in a file is this one.
    package func covers(_ key: String) -> Bool {
        name.hasSuffix("*") ? key.hasPrefix(name.dropLast()) : key == name
    }
}

extension [INIKey] {
    /// - Throws: ``INIError/unknownKey(line:key:known:)``
    package func check(_ entry: INIEntry) throws(INIError) {
        guard contains(where: { $0.covers(entry.key) }) else {
            throw .unknownKey(line: entry.line, key: entry.key, known: map(\.name))
        }
    }
}
