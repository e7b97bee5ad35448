import Glibc
import TestSupport

/// A plain connection to loopback that posts what it is given.
struct RawClient: ~Copyable {
    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // A server that hangs turns a test red instead of stopping all.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &target.sin_addr)
        let status = withUnsafePointer(to: target) { target in
            target.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw ChildProgram.Failure(description: "can't connect") }
    }

    deinit {
        close(descriptor)
    }

    /// - Returns: The answer, up to the end of its JSON.
    func post(_ body: String) throws -> String {
        let request = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        var bytes = Array(request.utf8)[...]
        while !bytes.isEmpty {
            let sent = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { throw ChildProgram.Failure(description: "can't send") }
            bytes = bytes.dropFirst(sent)
        }
        var answer = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !answer.hasSuffix("}") {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw ChildProgram.Failure(description: "no whole answer: \(answer)") }
            answer += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return answer
    }
}
