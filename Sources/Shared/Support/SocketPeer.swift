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

    /// Whether it gave up gaining privileges (`PR_SET_NO_NEW_PRIVS`), or is gone already, and this process did not: so do
    /// plugins, which can't take it back, and no person's shell.
    package var isConfined: Bool {
        // From outside of this process's namespace nobody has a number here, and no plugin is there.
        guard process > 0, Self.isWithoutPrivileges("self") == false else { return false }
        return Self.isWithoutPrivileges("\(process)") != false
    }

    /// `NoNewPrivs` of `/proc/<process>/status`; `nil` when there is no such process.
    private static func isWithoutPrivileges(_ process: String) -> Bool? {
        let descriptor = open("/proc/\(process)/status", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("NoNewPrivs:") }.map { $0.hasSuffix("1") }
    }
}
