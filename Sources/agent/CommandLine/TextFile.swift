import Glibc
import Shared

/// A whole file, as text; a pipe that the shell made is as good as a file.
///
/// Nothing else is read, nor waited for: no device, no folder, no pipe with a name, to which nobody may ever write.
enum TextFile {
    /// Why a file could not be read.
    struct Failure: Error {
        /// `errno`; 0 for one that was refused.
        var code: Int32 = 0
        /// For people.
        var reason: String
        /// Whether there is more in it than is taken.
        var isTooLarge = false
    }

    /// The most that is taken of any, in bytes; part of a file is never taken for the whole.
    static let longest = 1 << 18

    /// - Parameters:
    ///   - takesPipes: Whether it may be what the shell makes of `<(COMMAND)`, or standard input as `/dev/stdin`.
    ///   - check: Looks at the open file before anything is read of it.
    static func read(
        _ path: String,
        takesPipes: Bool = true,
        check: (stat) throws(Failure) -> Void = { (_) throws(Failure) in }
    ) throws(Failure) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        // What a socket that lies there says.
        guard descriptor >= 0 else { throw errno == ENXIO ? odd : failure(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
        guard isOrdinary(status) || takesPipes && isPipeOfShell(descriptor) else { throw odd }
        try check(status)
        // A pipe is waited for, now that somebody is known to hold its other end.
        _ = fcntl(descriptor, F_SETFL, 0)
        return try text(of: descriptor)
    }

    /// All of standard input, whatever it is.
    static func standardInput() throws(Failure) -> String { try text(of: STDIN_FILENO) }

    /// `/dev/null` stands for an empty file.
    private static func isOrdinary(_ status: stat) -> Bool {
        switch status.st_mode & S_IFMT {
        case S_IFREG: true
        case S_IFCHR: status.st_rdev == 0x103
        default: false
        }
    }

    /// Whether it is a pipe without a name, which the kernel calls `pipe:[NUMBER]`.
    private static func isPipeOfShell(_ descriptor: Int32) -> Bool {
        var name = [UInt8](repeating: 0, count: 64)
        let count = readlink("/proc/self/fd/\(descriptor)", &name, name.count)
        return count > 0 && name.starts(with: Array("pipe:[".utf8))
    }

    private static func text(of descriptor: Int32) throws(Failure) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(errno) }
            if count == 0 {
                let isMarked = bytes.starts(with: byteOrderMark)
                return String(decoding: bytes.dropFirst(isMarked ? byteOrderMark.count : 0), as: UTF8.self)
            }
            bytes += buffer[..<count]
            guard bytes.count <= longest else {
                let reason = "it is larger than \(longest) bytes, and nothing of it was taken; is it the right file?"
                throw Failure(reason: reason, isTooLarge: true)
            }
        }
    }

    /// Editors of other systems put it before a text.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static var odd: Failure {
        Failure(reason: "it is no ordinary file, but a device, a folder, a socket or a named pipe")
    }

    private static func failure(_ code: Int32) -> Failure {
        Failure(code: code, reason: String(cString: strerror(code)))
    }
}
