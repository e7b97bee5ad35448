import Shared

/// What is wrong with a path that a plugin asks for.
struct GrantError: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    /// More than a person would read before he agrees.
    private static let mostPaths = 16
    private static let longestPath = 200

    /// - Parameter key: Of the manifest or the drop-in.
    static func check(_ paths: [String], of key: String) throws(GrantError) {
        guard paths.count <= mostPaths else {
            throw GrantError(description: "'\(key)' names \(paths.count) paths; \(mostPaths) are the most")
        }
        for path in paths where !isPath(path) {
            throw GrantError(
                description:
                    "'\(key)': '\(path.printable(limit: 80))' is no whole path: it must begin with / and have neither '.', '..' nor "
                    + "an empty name in it, and at most \(longestPath) characters"
            )
        }
    }

    private static func isPath(_ path: String) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        guard names.count > 1, names[0].isEmpty, path.utf8.count <= longestPath,
            path.printable(limit: longestPath) == path
        else { return false }
        return names.dropFirst().allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }
}
