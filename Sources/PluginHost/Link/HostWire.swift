import Dispatch
import SensorSDK
import Shared
import Synchronization

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
    private let isPatient: Bool
    private let reader: Reader
    private let writer: Writer
    private let outgoing: AsyncStream<[UInt8]>.Continuation
    private let lines: AsyncStream<[UInt8]>
    /// Held while lines that belong together are handed over.
    private let order = Mutex(())

    /// More than a plugin that does not heed SIGTERM needs to be killed.
    private static let secondsToEnd = 6
    /// Lines that may wait to be sent; the other end reads all the time.
    private static let mostWaiting = 4096

    /// - Parameter isPatient: Whether the other end is given time to end in order when the task is cancelled.
    init(_ socket: LineSocket, isPatient: Bool = false) {
        self.socket = socket
        self.isPatient = isPatient
        socket.limitSending(to: 10)
        reader = Reader(socket)
        writer = Writer(socket)
        (lines, outgoing) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    /// Has a message sent; one that can't be ends the connection.
    func send(_ message: some Encodable) {
        do throws(PluginLineError) {
            send(lines: [try PluginLine.encode(message)])
        } catch {
            Log.error("a message between daemon and plugin host can't be sent", ["reason": "\(error)"])
            close()
        }
    }

    /// Has lines sent, with none of anybody else's between them.
    func send(lines: [[UInt8]]) {
        let isDropped = order.withLock { _ in
            var isDropped = false
            for line in lines {
                if case .dropped = outgoing.yield(line) { isDropped = true }
            }
            return isDropped
        }
        if isDropped { close() }
    }

    /// The next line; `nil` when the other end is gone or said a line that is too long, and soon after the task was cancelled.
    func next() async -> [UInt8]? {
        await withTaskCancellationHandler {
            await reader.next()
        } onCancel: {
            if isPatient { finish() } else { close() }
        }
    }

    /// Says that nothing more will be asked: the other end ends what it runs, and then the connection, and is waited for a while.
    func finish() {
        outgoing.finish()
        socket.shutDownSending()
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.secondsToEnd)) { [socket] in
            socket.shutDown()
        }
    }

    /// Sends what it is given; returns when the connection is over.
    func write() async {
        for await line in lines {
            guard await writer.send(line) else { return close() }
        }
        if !isPatient { close() }
    }

    func close() {
        outgoing.finish()
        socket.shutDown()
    }
}
