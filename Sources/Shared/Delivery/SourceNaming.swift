/// How the owner may name sources that a family does not offer by itself.
package enum SourceNaming: Sendable, Hashable {
    /// The absolute path at which something is mounted, such as `/mnt/nas`.
    case mountPoint

    /// The name as it is kept: one spelling for one source.
    ///
    /// - Parameter text: As the owner wrote it.
    /// - Throws: ``SourceNamingError``.
    package func checked(_ text: String) throws(SourceNamingError) -> String {
        switch self {
        case .mountPoint:
            guard text.hasPrefix("/") else { throw .notAbsolute(text) }
            guard text.utf8.count <= Self.longestPath, !text.utf8.contains(0) else { throw .tooLong }
            let parts = text.split(separator: "/").filter { $0 != "." }
            guard !parts.contains("..") else { throw .leadsUp(text) }
            return "/" + parts.joined(separator: "/")
        }
    }

    /// `PATH_MAX` without its NUL.
    private static let longestPath = 4095
}
