import Glibc

/// What keeps a program apart beyond its limits.
package struct ChildCage: Sendable {
    /// Folders of which a program sees nothing but the one that it works in, where the kernel has Landlock.
    let hidden: [String]
    /// Folders in which it may open only what it was granted.
    let closed: [String]
    let groups: ControlGroups?

    /// - Parameters:
    ///   - hidden: As a person writes them; those that are not there hide nothing. No grant leads there.
    ///   - closed: The same for folders such as people's homes, parts of which can be granted.
    ///   - groups: Where each program gets a group of its own.
    package init(hiding hidden: [String], closing closed: [String] = [], groups: ControlGroups? = nil) {
        self.hidden = hidden.compactMap(Self.resolved)
        self.closed = closed.compactMap(Self.resolved)
        self.groups = groups
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
