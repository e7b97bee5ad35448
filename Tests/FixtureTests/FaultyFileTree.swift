import Glibc
import Shared

/// A file tree some of whose reads fail.
struct FaultyFileTree: FileTree {
    let base: any FileTree
    let faults: ReadFaults

    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        try failNext(path)
        return try base.read(path, limit: limit)
    }

    func readWhole(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        try failNext(path)
        return try base.readWhole(path, limit: limit)
    }

    func entries(of path: String) throws(FileError) -> [String] {
        try base.entries(of: path)
    }

    func resolved(_ path: String) throws(FileError) -> String {
        try base.resolved(path)
    }

    /// As a file tree does, a read that is to be tried again is tried again, twice.
    private func failNext(_ path: String) throws(FileError) {
        var code = faults.next(path, in: base)
        for _ in 0..<2 where code == EINTR || code == EAGAIN { code = faults.next(path, in: base) }
        if let code { throw FileError(path: path, code: code) }
    }
}
