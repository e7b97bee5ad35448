import FoundationEssentials

/// Words that other programs, scripts and databases rely on, from `Tests/Words/<name>.txt`: one a line. The file may only
/// grow.
package struct KeptWords: Sendable {
    package let name: String
    /// In the order of the file.
    package let words: [String]

    package init(name: String, words: [String]) {
        self.name = name
        self.words = words
    }

    /// - Throws: When there is no such file, or it has no word.
    package static func load(_ name: String) throws -> KeptWords {
        let here = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let path = here.dropLast(2).joined(separator: "/") + "/Words/\(name).txt"
        let bytes = try Data(contentsOf: URL(filePath: path))
        let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        guard !words.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
        return KeptWords(name: name, words: words)
    }

    /// What does not fit together, each with what to do about it; empty when the program has exactly these words.
    package func differences(from program: some Sequence<String>) -> [String] {
        let program = Array(program)
        let file = "Tests/Words/\(name).txt"
        var result: [String] = []
        for word in words where !program.contains(word) {
            result.append(
                "'\(word)' is gone or was renamed, but \(file) keeps it: others rely on it, so bring the word back"
            )
        }
        for word in program where !words.contains(word) {
            result.append("'\(word)' is new: if it shall stay for ever under this name, add it as a line to \(file)")
        }
        for (position, word) in words.enumerated() where words[..<position].contains(word) {
            result.append("'\(word)' stands twice in \(file): take one out")
        }
        return result
    }
}
