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

    /// Longest request in bytes: a file for apply of the most that is read of one, and what JSON adds to it.
    static let longestRequest = 1 << 20

    /// What is longer than that, of a client that did not look itself.
    static func tooLong(_ count: Int) -> ControlFailure {
        ControlFailure(
            .badData,
            "this asks for too much at once (\(count) bytes or more; the daemon takes \(longestRequest)): name families or globs "
                + "rather than single sensors, or take it in parts"
        )
    }

    /// Answers until the client hangs up or the task is cancelled.
    func serve() async {
        let socket = socket
        socket.limitSending(to: 5)
        socket.limitReceiving(to: 10)
        await withTaskCancellationHandler {
            var rest: [UInt8] = []
            while !Task.isCancelled {
                let line = socket.line(limit: Self.longestRequest, rest: &rest)
                // Where that one ends is not looked for.
                let isTooLong = line == nil && rest.count > Self.longestRequest
                guard line != nil || isTooLong else { return }
                let answer =
                    if let line { await answer(to: line) } else { ControlAnswer.failure(Self.tooLong(rest.count)) }
                guard let bytes = try? JSONEncoder().encode(ControlEnvelope(answer)) else {
                    // Only a number that JSON does not know could fail here, and those are made unavailable before.
                    return Log.error("an answer can't be written as JSON")
                }
                guard socket.send(Array(bytes)), !isTooLong else { return }
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
