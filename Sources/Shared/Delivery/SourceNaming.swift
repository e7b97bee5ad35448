/// How the owner may name sources that a family does not offer by itself.
package enum SourceNaming: Sendable, Hashable {
    /// The absolute path at which something is mounted, such as `/mnt/nas`.
    case mountPoint
    /// The kernel's name of a network interface, such as `br0`.
    case interface

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
        case .interface:
            let bytes = Array(text.utf8)
            // As the kernel's dev_valid_name.
            let isName =
                (1...Self.longestInterface).contains(bytes.count) && ![".", ".."].contains(text)
                && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
            guard isName else { throw .noInterface(text) }
            return text
        }
    }

    /// `PATH_MAX` without its NUL.
    private static let longestPath = 4095
    /// `IFNAMSIZ` without its NUL.
    private static let longestInterface = 15
}
