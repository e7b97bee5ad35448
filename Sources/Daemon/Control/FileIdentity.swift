import Glibc

/// Which file a path means, whatever is put in its place later.
struct FileIdentity: Sendable, Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// `nil` when there is none.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}
