import Glibc
import SQLite

/// The folder that the store's files are in. Only its owner can enter it.
struct StateFolder: Sendable {
    let path: String

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes the folder, and those above it, if they are missing.
    func make() throws(StoreError) {
        if isFolder(path) { return try checkOwner() }
        var parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)[...]
        var current = path.hasPrefix("/") ? "" : "."
        while let part = parts.popFirst() {
            let parent = current
            current += "/\(part)"
            if isFolder(current) { continue }
            guard mkdir(current, 0o700) == 0 || errno == EEXIST else { throw cannotMake(current, errno) }
            guard isFolder(current) else { throw cannotMake(current, EEXIST) }
            // The process's mask may have taken away more than was meant.
            guard chmod(current, 0o700) == 0 else { throw error(errno, current) }
            synchronizeFolder(parent.isEmpty ? "/" : parent)
        }
    }

    /// Whoever else could write it could put other servers and keys there.
    ///
    /// - Parameter isUsedAsItIs: Whether it is used although it can't be written.
    func checkOwner(isUsedAsItIs: Bool = false) throws(StoreError) {
        var status = stat()
        // One that can't be written shows itself, with the reason, when the first file is opened.
        guard stat(path, &status) == 0, isUsedAsItIs || access(path, W_OK) == 0 else { return }
        guard status.st_uid == geteuid() else { throw .foreignFolder(path: path, owner: status.st_uid) }
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw .openFolder(path: path) }
    }

    private func cannotMake(_ path: String, _ code: Int32) -> StoreError {
        switch code {
        case ENOSPC, EDQUOT, EROFS: error(code, path)
        default: .folderNotMade(path: path, detail: String(cString: strerror(code)))
        }
    }

    /// Makes an empty file that only its owner can read, unless there is one; SQLite gives its companions the same mode.
    func makeFile(_ name: String) throws(StoreError) {
        let path = file(name)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw error(errno, path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(errno, path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .noFile(path: path) }
        guard fchmod(descriptor, 0o600) == 0 else { throw error(errno, path) }
    }

    /// Makes a file hold exactly this, for its owner alone.
    func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
        let path = file(name)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw error(errno, path) }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw error(errno, path) }
            written += count
        }
    }

    /// Size in bytes; `nil` when there is no such file.
    func size(_ name: String) throws(StoreError) -> Int? {
        var status = stat()
        guard stat(file(name), &status) == 0 else {
            if errno == ENOENT { return nil }
            throw error(errno, file(name))
        }
        return Int(status.st_size)
    }

    func rename(_ name: String, to other: String) throws(StoreError) {
        guard Glibc.rename(file(name), file(other)) == 0 else { throw error(errno, file(name)) }
    }

    func remove(_ name: String) throws(StoreError) {
        guard unlink(file(name)) == 0 || errno == ENOENT else { throw error(errno, file(name)) }
    }

    /// Makes sure that a file is on the disk, and known to the folder.
    func synchronize(_ name: String) throws(StoreError) {
        for path in [file(name), path] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw error(errno, path) }
            defer { close(descriptor) }
            guard fsync(descriptor) == 0 else { throw error(errno, path) }
        }
    }

    /// What was made in a folder stays after a power cut. One that this user may write but not read can't be synchronised.
    private func synchronizeFolder(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Names of the files that begin with `prefix`, sorted.
    func names(beginningWith prefix: String) throws(StoreError) -> [String] {
        guard let stream = opendir(path) else { throw error(errno, path) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(prefix) { names.append(name) }
        }
        return names.sorted()
    }

    /// What a failed system call means.
    func error(_ code: Int32, _ path: String) -> StoreError {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .full(path: path)
        case EROFS: .readOnly(path: path)
        case EISDIR, ELOOP, ENXIO, ENOTDIR: .noFile(path: path)
        case EACCES, EPERM: notPermitted(path)
        default: .failed(path: path, detail: String(cString: strerror(code)))
        }
    }

    private func notPermitted(_ path: String) -> StoreError {
        guard access(self.path, R_OK | X_OK) == 0 else { return .notPermitted(path: path) }
        var status = stat()
        if lstat(path, &status) == 0, status.st_uid != geteuid() {
            return .foreignFolder(path: path, owner: status.st_uid)
        }
        // Whoever can look into the folder lacks only the right to write.
        return .readOnly(path: path)
    }

    /// What a failure of SQLite means for one of the folder's files.
    func error(_ error: SQLiteError, _ path: String) -> StoreError {
        switch error.kind {
        case .busy: .inUse(directory: self.path)
        case .full: .full(path: path)
        case .readOnly: .readOnly(path: path)
        case .notPermitted: self.error(EACCES, path)
        case .damaged: .damaged(path: path)
        case .constraint, .other: .failed(path: path, detail: error.description)
        }
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
