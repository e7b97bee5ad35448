import FoundationEssentials

/// What the rules look at: the Swift files of the repository and the names at its top.
struct SourceTree: Sendable {
    var files: [SourceFile]
    var topLevelNames: Set<String>
    /// Names of the folders in `Sources/CLibraries`.
    var libraries: Set<String>

    /// A made-up tree: path and text of its files.
    init(_ files: [String: String], topLevelNames: Set<String> = HouseRule.topLevelNames, libraries: Set<String> = []) {
        self.files = files.sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, text: $0.value) }
        self.topLevelNames = topLevelNames
        self.libraries = libraries
    }

    /// The repository that this file belongs to.
    static func repository() throws -> SourceTree {
        let here = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let top = here.dropLast(3).joined(separator: "/")
        let manager = FileManager.default
        var files: [String: String] = [:]
        for root in ["Sources", "Plugins", "Tests"] {
            for path in try manager.subpathsOfDirectory(atPath: "\(top)/\(root)") where path.hasSuffix(".swift") {
                let bytes = manager.contents(atPath: "\(top)/\(root)/\(path)") ?? Data()
                files["\(root)/\(path)"] = String(decoding: bytes, as: UTF8.self)
            }
        }
        return SourceTree(
            files,
            topLevelNames: Set(try manager.contentsOfDirectory(atPath: top)),
            libraries: Set(try manager.contentsOfDirectory(atPath: "\(top)/Sources/CLibraries"))
        )
    }
}
