/// As much of Swift's form as the rules need.
enum SwiftText {
    struct Import: Sendable {
        let line: Int
        /// Without a submodule or symbol behind it.
        let module: String
        /// `package import`, `public import`
        let isShown: Bool

        /// - Parameter code: One line; `nil` when it imports nothing.
        init?(_ code: String, line: Int) {
            let words = withoutAttributes(code).split(separator: " ")
            guard let position = words.firstIndex(of: "import"), position + 1 < words.count,
                words[..<position].allSatisfy({ accessWords.contains(String($0)) })
            else { return nil }
            let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor"]
            let isOneSymbol = kinds.contains(String(words[position + 1])) && position + 2 < words.count
            let name = words[position + (isOneSymbol ? 2 : 1)]
            self.line = line
            module = String(name.prefix { $0 != "." })
            isShown = words.contains("package") || words.contains("public")
        }
    }

    struct TopLevelType: Sendable {
        let line: Int
        let name: String
        let isProtocol: Bool
        let isPackageWide: Bool
    }

    static let accessWords = ["public", "package", "internal", "fileprivate", "private", "open"]

    /// Every type that is declared outside of braces and is not private to its file.
    static func topLevelTypes(in code: [String]) -> [TopLevelType] {
        var result: [TopLevelType] = []
        var depth = 0
        for (index, line) in code.enumerated() {
            if depth == 0, let type = topLevelType(line, number: index + 1) { result.append(type) }
            for character in line {
                if character == "{" { depth += 1 }
                if character == "}" { depth -= 1 }
            }
        }
        return result
    }

    private static func topLevelType(_ line: String, number: Int) -> TopLevelType? {
        let words = withoutAttributes(line).split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "`") }
        let modifiers = accessWords + ["final", "indirect", "nonisolated", "distributed"]
        guard let position = words.firstIndex(where: { !modifiers.contains(String($0)) }), position + 1 < words.count,
            ["struct", "class", "enum", "actor", "protocol"].contains(words[position]),
            !words[..<position].contains("private"), !words[..<position].contains("fileprivate")
        else { return nil }
        return TopLevelType(
            line: number,
            name: words[position + 1].filter { $0 != "`" },
            isProtocol: words[position] == "protocol",
            isPackageWide: words[..<position].contains("package")
        )
    }

    /// A line without `@Attribute(…)` in front.
    static func withoutAttributes(_ line: String) -> String {
        var rest = line.drop(while: \.isWhitespace)
        while rest.first == "@" {
            rest = rest.dropFirst().drop { $0.isLetter || $0.isNumber || $0 == "_" }
            if rest.first == "(" {
                var depth = 0
                repeat {
                    if rest.first == "(" { depth += 1 }
                    if rest.first == ")" { depth -= 1 }
                    rest = rest.dropFirst()
                } while depth > 0 && !rest.isEmpty
            }
            rest = rest.drop(while: \.isWhitespace)
        }
        return String(rest)
    }

    /// Whether a text holds a word that neither letters, digits nor `_` continue.
    static func holds(_ text: String, _ word: String) -> Bool {
        func continues(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        var rest = text[...]
        while let range = rest.firstRange(of: word) {
            let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
            let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
            let isWhole =
                !(continues(word.first) && continues(before)) && !(continues(word.last) && continues(after))
            if isWhole { return true }
            rest = text[text.index(after: range.lowerBound)...]
        }
        return false
    }

    /// The lines of a text, with blanks for comments and for what stands in string literals, interpolations included.
    static func withoutCommentsAndStrings(_ text: String) -> [String] {
        var scanner = SwiftScanner(text)
        return scanner.code().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
