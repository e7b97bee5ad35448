import Glibc

/// Keeps every other agent out of a folder for as long as it lives; the kernel lets go when the process ends, however it ends.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// A child that is being started holds the lock, too, until it has become another program: so the one who had it last
    /// may be gone for a moment before it is free.
    private static let attempts = 25
    private static let pauseMicroseconds: UInt32 = 20_000

    /// - Parameter isMade: Whether the file is made if it is missing; otherwise the folder need not be writable.
    init(_ folder: StateFolder, isMade: Bool = true) throws(StoreError) {
        let path = folder.file("lock")
        let flags = (isMade ? O_RDWR | O_CREAT : O_RDONLY) | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw folder.error(errno, path) }
        var attemptsLeft = Self.attempts
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            attemptsLeft -= 1
            if code == EWOULDBLOCK, attemptsLeft > 0 {
                usleep(Self.pauseMicroseconds)
                continue
            }
            close(descriptor)
            throw code == EWOULDBLOCK ? .inUse(directory: folder.path) : folder.error(code, path)
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}
