import Glibc

/// An open file that nobody but its trusted owners can change; closed when it is released.
final class TrustedFile: Sendable {
    /// What tells a changed file from the same one.
    struct Identity: Sendable, Hashable {
        var device: UInt64
        var inode: UInt64
        var size: Int64
        /// Time of the last change of its content, and of it at all, in nanoseconds.
        var modified: Int64
        var changed: Int64

        /// All of it in one word.
        var mark: String { "\(device).\(inode).\(size).\(modified).\(changed)" }

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
            changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
        }
    }

    let descriptor: Int32
    let identity: Identity
    /// Any of the three bits.
    let isExecutable: Bool

    init(owning descriptor: Int32, status: stat) {
        self.descriptor = descriptor
        identity = Identity(status)
        isExecutable = status.st_mode & 0o111 != 0
    }

    deinit {
        close(descriptor)
    }

    /// Its content, if it has at most so many bytes.
    func content(limit: Int) -> [UInt8]? {
        guard identity.size <= limit else { return nil }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while content.count <= limit {
            let count = pread(descriptor, &buffer, buffer.count, off_t(content.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? content : nil }
            content += buffer[..<count]
        }
        return nil
    }
}
