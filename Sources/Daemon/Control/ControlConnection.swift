import FoundationEssentials
import Shared

/// One client of the control socket, on a thread of its own while it is connected.
actor ControlConnection {
    private let socket: LineSocket
    private let answer: @Sendable (ControlRequest) async -> ControlAnswer
    private nonisolated let executor = SerialQueueExecutor(label: "control.client")

    init(_ socket: LineSocket, answer: @escaping @Sendable (ControlRequest) async -> ControlAnswer) {
        self.socket = socket
        self.answer = answer
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Longest request in bytes.
    private static let longestLine = 256 * 1024

    /// Answers until the client hangs up or the task is cancelled.
    func serve() async {
        let socket = socket
        socket.limitSending(to: 5)
        socket.limitReceiving(to: 10)
        await withTaskCancellationHandler {
            var rest: [UInt8] = []
            while !Task.isCancelled, let line = socket.line(limit: Self.longestLine, rest: &rest) {
                let answer = await answer(to: line)
                guard let bytes = try? JSONEncoder().encode(ControlEnvelope(answer)) else {
                    // Only a number that JSON does not know could fail here, and those are made unavailable before.
                    return Log.error("an answer can't be written as JSON")
                }
                guard socket.send(Array(bytes)) else { return }
            }
        } onCancel: {
            socket.shutDown()
        }
    }

    private func answer(to line: [UInt8]) async -> ControlAnswer {
        struct Version: Decodable {
            var version: Int
        }
        let data = Data(line)
        do {
            let version = try JSONDecoder().decode(Version.self, from: data).version
            guard version == 1 else {
                return .failure(
                    ControlFailure(
                        .tryAgain,
                        "the daemon speaks version 1 of the control protocol, not \(version); restart it"
                    )
                )
            }
            return await answer(try JSONDecoder().decode(ControlEnvelope<ControlRequest>.self, from: data).message)
        } catch {
            return .failure(ControlFailure(.usage, "the daemon does not know this request; restart it after an update"))
        }
    }
}
