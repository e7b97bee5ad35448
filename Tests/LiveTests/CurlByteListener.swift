import Glibc
import TestSupport

/// A TCP port on loopback that refuses connections until it listens, and then keeps silent.
struct CurlByteListener: ~Copyable {
    typealias Failure = HeldPort.Failure

    private let held: HeldPort

    var port: UInt16 { held.port }

    init() throws(Failure) {
        held = try HeldPort()
    }

    /// From now on connections are taken.
    func startListening() throws(Failure) {
        guard listen(held.descriptor, 16) == 0 else { throw Failure(errno: errno) }
    }

    /// What the next client sent until it closed its connection.
    func receiveFromNext() throws(Failure) -> [UInt8] {
        let client = accept(held.descriptor, nil, nil)
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
