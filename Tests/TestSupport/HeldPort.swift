import Glibc
import Synchronization

/// A TCP port on loopback at which nobody listens, kept from every other test: a client is refused there until it is
/// let go. The one that it is kept for may listen on it.
package final class HeldPort: Sendable {
    package struct Failure: Error {
        package let errno: Int32

        package init(errno: Int32) {
            self.errno = errno
        }
    }

    /// The socket; it listens only if a test lets it.
    package let descriptor: Int32
    package let port: UInt16
    private let isHeld = Mutex(true)

    package init() throws(Failure) {
        let holder = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(holder, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(holder, address, length) | getsockname(holder, address, &length)
            }
        }
        descriptor = holder
        port = UInt16(bigEndian: address.sin_port)
        guard status == 0 else { throw Failure(errno: errno) }
    }

    deinit {
        letGo()
    }

    package func letGo() {
        let isLast = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        if isLast { close(descriptor) }
    }
}
