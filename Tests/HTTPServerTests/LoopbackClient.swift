import Glibc

/// A plain TCP connection to loopback, to see exactly what a server sends.
struct LoopbackClient: ~Copyable {
    struct Failure: Error, Equatable {
        let errno: Int32
    }

    private let descriptor: Int32

    init(port: UInt16, address: String = "127.0.0.1") throws(Failure) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(errno: errno) }
        // A server that hangs turns a test red instead of stopping all.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        inet_pton(AF_INET, address, &target.sin_addr)
        let status = withUnsafePointer(to: target) { target in
            target.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure(errno: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends these bytes as they are.
    func send(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let sent = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return }
            bytes = bytes.dropFirst(sent)
        }
    }

    /// What arrives, up to and with `end`; without an `end`, or if it never comes, until the server closes the connection.
    func receive(until end: String? = nil) throws(Failure) -> String {
        var text = ""
        while end.map({ !text.hasSuffix($0) }) ?? true {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno != ECONNRESET { throw Failure(errno: errno) }
            guard count > 0 else { return text }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return text
    }
}
