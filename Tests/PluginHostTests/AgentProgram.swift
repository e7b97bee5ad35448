import Glibc

/// The agent that was built together with the tests.
enum AgentProgram {
    static let path: String = {
        let bundle = CommandLine.arguments.first ?? ""
        let beside = bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let here = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let places = ["\(beside)/agent", "\(here)/.build/debug/agent"]
        return places.first { access($0, X_OK) == 0 } ?? places[1]
    }()
}
