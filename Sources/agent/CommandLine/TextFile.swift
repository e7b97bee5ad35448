import Glibc
import Shared

/// A whole file, as text; a pipe is as good as a file.
enum TextFile {
    /// Why a file could not be read.
    struct Failure: Error {
        /// `errno`; 0 for one that was refused by a check.
        var code: Int32 = 0
        /// For people.
        var reason: String
    }

    /// - Parameters:
    ///   - limit: What is beyond so many bytes is left out.
    ///   - check: Looks at the open file before anything is read of it.
    static func read(
        _ path: String,
        limit: Int,
        check: (stat) throws(Failure) -> Void = { (_) throws(Failure) in }
    ) throws(Failure) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
        try check(status)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(errno) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func failure(_ code: Int32) -> Failure {
        Failure(code: code, reason: String(cString: strerror(code)))
    }
}
