import Glibc
package import Shared

/// The files below "/" or below a folder that stands for a machine.
package struct LiveFileTree: FileTree {
    private let root: FileRoot

    /// - Parameter root: "/" for this machine. From any other folder neither `..` nor a link leads out.
    package init(root: String = "/") {
        self.root = FileRoot(root)
    }

    package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let file = try open(path)
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(1, limit)) { buffer, count in
            result = file.read(into: buffer)
            count = max(0, result)
        }
        guard result >= 0 else { throw FileError(path: path, code: Int32(-result)) }
        return bytes
    }

    package func readWhole(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let file = try open(path)
        var bytes: [UInt8] = []
        while true {
            var result = 0
            // One byte above the limit tells a file that fits from one that does not.
            let part = [UInt8](unsafeUninitializedCapacity: min(16384, limit - bytes.count + 1)) { buffer, count in
                result = file.read(into: buffer)
                count = max(0, result)
            }
            guard result >= 0 else { throw FileError(path: path, code: Int32(-result)) }
            if part.isEmpty { return bytes }
            bytes += part
            guard bytes.count <= limit else { throw FileError(path: path, code: EFBIG) }
        }
    }

    package func entries(of path: String) throws(FileError) -> [String] {
        let file = try root.open(Array(path.utf8), flags: O_RDONLY | O_DIRECTORY | O_NONBLOCK)
        let number = file.released()
        guard let folder = fdopendir(number) else {
            let code = errno
            close(number)
            throw FileError(path: path, code: code)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                guard errno == 0 else { throw FileError(path: path, code: errno) }
                return names.sorted()
            }
            let name = Self.name(of: entry)
            if name != ".", name != ".." { names.append(name) }
        }
    }

    package func resolved(_ path: String) throws(FileError) -> String {
        try root.resolved(Array(path.utf8))
    }

    package func changes(of path: String) -> AsyncStream<Void> {
        do throws(FileError) {
            return try FileAnnouncements.stream(of: open(path), path)
        } catch {
            return AsyncStream { _ in }
        }
    }

    /// Of this machine only: a folder that stands for another one does not change by itself.
    package func changes(in folders: [String]) -> AsyncStream<Void> {
        root.isThisMachine ? FolderWatch.stream(of: folders) : AsyncStream { _ in }
    }

    /// Never waits for a writer (a FIFO), a line (a modem) or a medium, and takes no terminal over.
    private func open(_ path: String) throws(FileError) -> FileDescriptor {
        try root.open(Array(path.utf8), flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }

    /// The entry is as long as its name, so only the place of the name may be looked at, not the whole of the field.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        return String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
    }
}
