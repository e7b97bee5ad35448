import Glibc

/// A TCP port on loopback that nobody else can take; it refuses connections until it listens, and then keeps silent.
struct CurlByteListener: ~Copyable {
    struct Failure: Error {
        let errno: Int32
    }

    private let descriptor: Int32
    let port: UInt16

    init() throws(Failure) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = descriptor
        let status = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) | getsockname(listener, address, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard status == 0 else { throw Failure(errno: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// From now on connections are taken.
    func startListening() throws(Failure) {
        guard listen(descriptor, 16) == 0 else { throw Failure(errno: errno) }
    }

    /// What the next client sent until it closed its connection.
    func receiveFromNext() throws(Failure) -> [UInt8] {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { throw Failure(errno: errno) }
        defer { close(client) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Failure(errno: errno) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
