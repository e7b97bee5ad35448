import FoundationEssentials

/// Programs of this package, as they were built together with the tests.
package enum BuiltProgram {
    /// Beside the program that runs the tests; without `/proc` nothing of that name is found.
    package static let agent: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "agent").path
    }()
}
