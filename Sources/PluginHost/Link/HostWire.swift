import SensorSDK
import Shared

/// A connection between daemon and host. Lines go out in the order in which they were given, from a thread of their own, and
/// come in one at a time, when somebody asks for the next.
final class HostWire: Sendable {
    private actor Reader {
        private let socket: LineSocket
        private var rest: [UInt8] = []
        private nonisolated let executor = SerialQueueExecutor(label: "plugins.in")

        init(_ socket: LineSocket) { self.socket = socket }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func next() -> [UInt8]? { socket.line(limit: PluginProtocol.longestLine, rest: &rest) }
    }

    private actor Writer {
        private let socket: LineSocket
        private nonisolated let executor = SerialQueueExecutor(label: "plugins.out")

        init(_ socket: LineSocket) { self.socket = socket }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func send(_ line: [UInt8]) -> Bool { socket.send(line) }
    }

    private let socket: LineSocket
    private let reader: Reader
    private let writer: Writer
    private let outgoing: AsyncStream<[UInt8]>.Continuation
    private let lines: AsyncStream<[UInt8]>

    /// Lines that may wait to be sent; the other end reads all the time.
    private static let mostWaiting = 4096

    init(_ socket: LineSocket) {
        self.socket = socket
        socket.limitSending(to: 10)
        reader = Reader(socket)
        writer = Writer(socket)
        (lines, outgoing) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    /// Has a message sent; one that can't be ends the connection.
    func send(_ message: some Encodable) {
        do throws(PluginLineError) {
            let line = try PluginLine.encode(message)
            if case .dropped = outgoing.yield(line) { close() }
        } catch {
            Log.error("a message between daemon and plugin host can't be sent", ["reason": "\(error)"])
            close()
        }
    }

    /// The next line; `nil` when the other end is gone, said a line that is too long, or the task was cancelled.
    func next() async -> [UInt8]? {
        await withTaskCancellationHandler {
            await reader.next()
        } onCancel: {
            close()
        }
    }

    /// Sends what it is given; returns when the connection is over.
    func write() async {
        for await line in lines {
            guard await writer.send(line) else { break }
        }
        close()
    }

    func close() {
        outgoing.finish()
        socket.shutDown()
    }
}
