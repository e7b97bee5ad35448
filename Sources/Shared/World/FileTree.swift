/// The files of a machine, below its root. Paths are absolute, as the machine itself would write them.
///
/// Kernel files answer with errors that mean something, so every failure keeps its `errno`.
package protocol FileTree: Sendable {
    /// The first bytes of a file, in one `read` as the small files of `/sys` need it; EINTR and EAGAIN are tried again.
    ///
    /// - Parameter limit: The most bytes to read, at least 1.
    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]

    /// A whole file of at most `limit` bytes, however many reads it takes, such as `/proc/self/mountinfo`.
    ///
    /// - Throws: ``FileError`` with `EFBIG` when it is longer.
    func readWhole(_ path: String, limit: Int) throws(FileError) -> [UInt8]

    /// The names in a folder, sorted, without `.` and `..`.
    func entries(of path: String) throws(FileError) -> [String]

    /// The path with all links followed (`realpath`), as the machine itself would write it.
    func resolved(_ path: String) throws(FileError) -> String

    /// Comes whenever a kernel file says that its content has changed, as `/proc/self/mountinfo` does (`POLLPRI`); the watch
    /// is in place when this returns. Changes that nobody has taken yet are one.
    ///
    /// A file that never says so, or is not there, gives a silent stream. It ends when nobody reads it any more.
    func changes(of path: String) -> AsyncStream<Void>

    /// Comes when something in one of these folders was made, changed, renamed or removed; the watch is in place when this
    /// returns. Of a folder that is not there the nearest one above it is watched. Changes that nobody has taken yet are one.
    func changes(in folders: [String]) -> AsyncStream<Void>
}

extension FileTree {
    package func changes(of path: String) -> AsyncStream<Void> { AsyncStream { _ in } }

    package func changes(in folders: [String]) -> AsyncStream<Void> { AsyncStream { _ in } }

    /// The text of a small file, at most 4096 bytes, without white space and NUL around it; `nil` when that leaves nothing.
    ///
    /// Bytes that are no UTF-8 become replacement characters.
    package func text(_ path: String) throws(FileError) -> String? {
        let bytes = try read(path, limit: 4096)
        let isBlank: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return nil }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
