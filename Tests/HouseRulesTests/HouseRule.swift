import Testing

/// A rule of the house that a plain look at the text can check.
struct HouseRule: Sendable, CustomTestStringConvertible {
    /// What holds.
    let name: String
    /// Each breach as `path:line: what is wrong`.
    let breaches: @Sendable (SourceTree) -> [String]
    /// Texts that break the rule.
    let bad: [SourceTree]
    /// Texts that come near and keep it.
    let good: [SourceTree]

    var testDescription: String { name }

    init(
        _ name: String,
        bad: [SourceTree],
        good: [SourceTree],
        breaches: @escaping @Sendable (SourceTree) -> [String]
    ) {
        self.name = name
        self.bad = bad
        self.good = good
        self.breaches = breaches
    }

    /// A rule that looks at each file by itself.
    ///
    /// - Parameters:
    ///   - bad: Path and text; every pair alone breaks the rule.
    ///   - good: Path and text; all of them keep it.
    ///   - lines: The numbers of the lines that break it.
    init(
        _ name: String,
        bad: KeyValuePairs<String, String>,
        good: KeyValuePairs<String, String>,
        lines: @escaping @Sendable (SourceFile) -> [Int]
    ) {
        self.init(
            name,
            bad: bad.map { SourceTree([$0.key: $0.value]) },
            good: good.map { SourceTree([$0.key: $0.value]) }
        ) { tree in
            tree.files.flatMap { file in lines(file).map { "\(file.path):\($0): \(name)" } }
        }
    }

    static let all = words + form + graph
}
