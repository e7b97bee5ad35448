package import Glibc

/// Who is at the other end of a Unix socket (`SO_PEERCRED`), as the kernel noted it when it was connected.
package struct SocketPeer {
    /// Its user.
    package let user: uid_t
    /// Its process, as this process's own namespace numbers it.
    package let process: pid_t

    /// `nil` when the kernel does not say.
    package init?(_ descriptor: Int32) {
        // `struct ucred` of the kernel: process, user, group.
        var credentials: [UInt32] = [0, 0, 0]
        var size = socklen_t(credentials.count * MemoryLayout<UInt32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        process = pid_t(bitPattern: credentials[0])
        user = credentials[1]
    }
}
