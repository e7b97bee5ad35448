import Glibc

/// Whose files are run: those that nobody but trusted users can change or replace.
package struct TrustRule: Sendable {
    /// `nil` trusts everybody.
    private let owners: Set<UInt32>?
    private let anchor: String

    /// - Parameters:
    ///   - owners: Users whose files are trusted.
    ///   - anchor: Folders from this one on are checked; what is above is taken for granted.
    package init(owners: Set<UInt32>, anchor: String = "/") {
        self.owners = owners
        self.anchor = anchor
    }

    /// For a file that the user names himself.
    static let anybody = TrustRule()

    private init() {
        owners = nil
        anchor = "/"
    }

    /// Root's files, and for a daemon that a normal user runs that user's own.
    package static var standard: TrustRule {
        TrustRule(owners: [0, geteuid()])
    }

    /// The same from a folder on that the user named himself.
    package static func below(_ folder: String) -> TrustRule {
        // Paths are compared as the kernel writes them.
        TrustRule(owners: [0, geteuid()], anchor: resolved(folder) ?? folder)
    }

    /// Opens a file and checks what was opened, where a link in its path leads, and every folder above.
    ///
    /// - Throws: ``TrustError``.
    func open(_ path: String) throws(TrustError) -> TrustedFile {
        // Without waiting for a writer, if it is a pipe; it is refused below.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw TrustError(opening: path, errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw .unreadable(path, reason: String(cString: strerror(errno)))
        }
        let file = TrustedFile(owning: descriptor, status: status)
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
        try check(status, path)
        guard let real = Self.resolved("/proc/self/fd/\(descriptor)") else {
            throw .unreadable(path, reason: "where it is can't be found out; is /proc mounted?")
        }
        try checkFolders(above: real)
        // A link in a folder that others can write to could lead elsewhere the next time.
        if let folder = Self.resolved(Self.parent(of: path)) { try checkFolders(above: folder + "/.") }
        return file
    }

    /// Whether a name is taken, if only by a link that leads nowhere.
    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private func checkFolders(above path: String) throws(TrustError) {
        var folder = Self.parent(of: path)
        while true {
            guard anchor == "/" || folder == anchor || folder.hasPrefix(anchor + "/") else { return }
            var status = stat()
            guard stat(folder, &status) == 0 else {
                throw .unreadable(folder, reason: String(cString: strerror(errno)))
            }
            try check(status, folder)
            guard folder != "/" else { return }
            folder = Self.parent(of: folder)
        }
    }

    private func check(_ status: stat, _ path: String) throws(TrustError) {
        guard let owners else { return }
        guard owners.contains(status.st_uid) else { throw .foreignOwner(path, uid: status.st_uid) }
        guard status.st_mode & 0o022 == 0 else {
            throw status.st_mode & S_IFMT == S_IFDIR ? .sharedFolder(path) : .writableByOthers(path)
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
