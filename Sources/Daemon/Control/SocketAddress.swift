import Glibc
package import Shared

/// The address of a Unix socket.
package struct SocketAddress {
    private var address = sockaddr_un()

    /// - Throws: ``ControlFailure`` when the path is longer than the kernel takes (107 bytes).
    init(path: String) throws(ControlFailure) {
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw ControlFailure(.usage, "the path of the socket is too long: \(path)")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Calls `bind` or `connect` with this address.
    func with(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// A connection to who listens at a path.
    ///
    /// - Throws: ``ControlFailure``: ``ExitCode/unreachable`` when nobody does.
    package static func connect(to path: String) throws(ControlFailure) -> LineSocket {
        let address = try SocketAddress(path: path)
        let descriptor = socket()
        guard descriptor >= 0, address.with({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw ControlFailure(.unreachable, "nobody answers at \(path): \(reason)")
        }
        return LineSocket(descriptor)
    }

    /// A new Unix stream socket that no child inherits, or -1.
    static func socket() -> Int32 {
        Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }
}
