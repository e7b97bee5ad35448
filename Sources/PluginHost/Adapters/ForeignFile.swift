import FoundationEssentials
import Glibc
import SensorSDK
import Shared

/// The text file that a drop-in names, read as far as it may be.
enum ForeignFile {
    /// - Throws: ``PluginFault/unreadable(_:_:)``.
    static func read(_ dropIn: DropIn) throws(PluginFault) -> ForeignOutput {
        let path = dropIn.path ?? ""
        var descriptor = opened(path)
        if descriptor < 0, errno == ELOOP { descriptor = opened(try neighbour(path)) }
        guard descriptor >= 0 else { throw unreadable(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(.noData, "\(path) is no ordinary file")
        }
        let age = Current.now().timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
        let longest = dropIn.longestAge ?? max(.seconds(3600), dropIn.age)
        guard age <= longest / .seconds(1) else {
            throw .unreadable(
                .noData,
                "\(path) was not written for \(Int(age)) s; 'max_age' says how long is all right"
            )
        }
        return content(of: descriptor, size: Int(status.st_size))
    }

    /// A file, but no link, without waiting for a writer if it is a pipe.
    private static func opened(_ path: String) -> Int32 {
        open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    }

    /// Where a link leads: to a file beside it, as some programs replace theirs at once. Whoever may write to the folder could have
    /// any file read through another.
    private static func neighbour(_ path: String) throws(PluginFault) -> String {
        guard let file = resolved(path), let folder = resolved(parent(of: path)) else { throw unreadable(path, errno) }
        guard parent(of: file) == folder else {
            throw .unreadable(.noData, "\(path) is a link out of its folder; name the file that it leads to")
        }
        return file
    }

    private static func unreadable(_ path: String, _ code: Int32) -> PluginFault {
        let error = FileError(path: path, code: code)
        return .unreadable(error.reason, "\(error)")
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func content(of descriptor: Int32, size: Int) -> ForeignOutput {
        let most = ForeignRunner.mostOutput
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while bytes.count < most {
            let count = Glibc.read(descriptor, &buffer, min(buffer.count, most - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        var output = ForeignOutput()
        output.take(bytes, of: max(bytes.count, bytes.count < most ? 0 : size))
        return output
    }
}
