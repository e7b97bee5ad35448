/// One Swift file as the rules see it.
struct SourceFile: Sendable {
    /// From the top of the repository: `Sources/Shared/World/World.swift`.
    let path: String
    /// Its lines as they are.
    let lines: [Substring]
    /// The same lines without comments and without what stands in string literals.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        code = SwiftText.withoutCommentsAndStrings(text)
    }

    /// `Sources`, `Plugins` or `Tests`.
    var root: Substring { path.prefix { $0 != "/" } }

    /// `Shared`, `Battery`, `BatteryTests`.
    var module: String {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : ""
    }

    /// Without folder and `.swift`.
    var name: Substring {
        let last = path.split(separator: "/").last ?? ""
        return last.hasSuffix(".swift") ? last.dropLast(6) : last
    }

    /// Line number and code of each line that holds one of the words, not as a part of a longer word.
    func lines(with words: String...) -> [Int] {
        code.indices.filter { index in words.contains { SwiftText.holds(code[index], $0) } }.map { $0 + 1 }
    }

    /// What the file imports.
    var imports: [SwiftText.Import] {
        code.enumerated().compactMap { SwiftText.Import($0.element, line: $0.offset + 1) }
    }

    /// Types at the top of the file that others can see.
    var types: [SwiftText.TopLevelType] {
        SwiftText.topLevelTypes(in: code)
    }
}
