import Glibc
import Shared

@testable import Daemon

/// A client of the control socket that sends whatever a test likes.
actor ControlLine {
    private let socket: LineSocket
    private var rest: [UInt8] = []
    private nonisolated let executor = SerialQueueExecutor(label: "test.client")

    init(_ path: String) throws {
        let descriptor = SocketAddress.socket()
        socket = LineSocket(descriptor)
        let address = try SocketAddress(path: path)
        guard address.with({ connect(descriptor, $0, $1) }) == 0 else { throw Refused(code: errno) }
        socket.limitWaiting(to: 60)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Returns: The answer; `nil` when the daemon hung up.
    func ask(_ line: [UInt8]) -> [UInt8]? {
        // A daemon that has heard enough hangs up before all is sent, which may leave an answer behind.
        _ = socket.send(line)
        return socket.line(limit: 1 << 24, rest: &rest)
    }

    struct Refused: Error {
        var code: Int32
    }
}
