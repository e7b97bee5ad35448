import CLinux
import Glibc
import Shared

/// Where a machine's files begin: this machine's own "/", or a folder that no path and no link leads out of.
///
/// The kernel keeps the promise (`openat2` with `RESOLVE_IN_ROOT`, Linux 5.6). Files of "/" are opened in the plain way,
/// which a test bed can take over.
struct FileRoot: Sendable {
    /// `nil` for "/".
    private let folder: String?

    init(_ path: String) {
        let isThisMachine = path.hasPrefix("/") && path.split(separator: "/").allSatisfy { $0 == "." }
        folder = isThisMachine ? nil : path
    }

    var isThisMachine: Bool { folder == nil }

    /// - Parameter path: Bytes as the machine itself would write them.
    func open(_ path: [UInt8], flags: Int32) throws(FileError) -> FileDescriptor {
        let name = try Self.cString(path)
        return try descriptor(path) { [folder] in
            if let folder { return open_below(folder, name, flags | O_CLOEXEC) }
            return SystemCall.result(Glibc.open(name, flags | O_CLOEXEC))
        }
    }

    /// What the path leads to, as the machine itself would write it.
    func resolved(_ path: [UInt8]) throws(FileError) -> String {
        let name = try Self.cString(path)
        guard let folder else {
            guard let target = realpath(name, nil) else { throw Self.error(path, errno) }
            defer { free(target) }
            return String(cString: target)
        }
        let place = try Self.place(of: try descriptor(path) { locate_below(folder, name) }, path)
        let root = try Self.place(of: try descriptor(path) { locate_below(folder, "/") }, path)
        let below = root == "/" ? place[...] : place.dropFirst(root.utf8.count)
        return below.isEmpty ? "/" : String(below)
    }

    /// The file is only named for it (`O_PATH`), which triggers no automount.
    func statistics(of path: [UInt8]) throws(FileError) -> statvfs {
        let name = try Self.cString(path)
        let place = try descriptor(path) { [folder] in
            if let folder { return locate_below(folder, name) }
            return locate(name)
        }
        var result = statvfs()
        let code = SystemCall.repeated { SystemCall.result(fstatvfs(place.number, &result)) }
        guard code >= 0 else { throw Self.error(path, -code) }
        return result
    }

    private func descriptor(_ path: [UInt8], _ open: () -> Int32) throws(FileError) -> FileDescriptor {
        let number = SystemCall.repeated(open)
        guard number >= 0 else { throw Self.error(path, -number) }
        return FileDescriptor(owning: number)
    }

    /// The path of an open file from `/`.
    private static func place(of file: consuming FileDescriptor, _ path: [UInt8]) throws(FileError) -> String {
        var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = text.withUnsafeMutableBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlink("/proc/self/fd/\(file.number)", $0, text.count) } ?? -1
            }
        }
        guard length >= 0 else { throw error(path, errno) }
        return String(decoding: text.prefix(length), as: UTF8.self)
    }

    /// Absolute and closed with a NUL; a NUL inside would make another path of it.
    private static func cString(_ path: [UInt8]) throws(FileError) -> [CChar] {
        guard !path.contains(0) else { throw error(path, ENOENT) }
        let isAbsolute = path.first == UInt8(ascii: "/")
        return (isAbsolute ? [] : [CChar(UInt8(ascii: "/"))]) + path.map(CChar.init(bitPattern:)) + [0]
    }

    private static func error(_ path: [UInt8], _ code: Int32) -> FileError {
        FileError(path: String(decoding: path, as: UTF8.self), code: code)
    }
}
