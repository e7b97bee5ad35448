import Glibc

/// Keeps every other agent out of a folder for as long as it lives; the kernel lets go when the process ends, however it ends.
final class FolderLock: Sendable {
    private let descriptor: Int32

    init(_ folder: StateFolder) throws(StoreError) {
        let path = folder.file("lock")
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw folder.error(errno, path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            throw code == EWOULDBLOCK ? .inUse(directory: folder.path) : folder.error(code, path)
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}
