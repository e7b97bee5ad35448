import Glibc

/// What keeps a program apart beyond its limits.
package struct ChildCage: Sendable {
    /// Folders of which a program sees nothing but the one that it works in, where the kernel has Landlock.
    let hidden: [String]
    let groups: ControlGroups?

    /// - Parameters:
    ///   - hidden: As a person writes them; those that are not there hide nothing.
    ///   - groups: Where each program gets a group of its own.
    package init(hiding hidden: [String], groups: ControlGroups? = nil) {
        self.hidden = hidden.compactMap { path in
            guard let real = realpath(path, nil) else { return nil }
            defer { free(real) }
            return String(cString: real)
        }
        self.groups = groups
    }
}
