import Glibc

/// The TCP sockets of this process, seen from outside of libcurl.
enum CurlSockets {
    /// How many are connected to this loopback port, apart from those of its server.
    static func count(connectedTo port: UInt16) -> Int {
        (0..<min(getdtablesize(), 4096)).count { peerPort(of: $0) == port }
    }

    /// Waits for the thread that ran the last request to let go of its connection.
    static func untilNone(connectedTo port: UInt16) async {
        while count(connectedTo: port) > 0, !Task.isCancelled { await Task.yield() }
    }

    private static func peerPort(of descriptor: Int32) -> UInt16? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        guard status == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
        return UInt16(bigEndian: address.sin_port)
    }
}
