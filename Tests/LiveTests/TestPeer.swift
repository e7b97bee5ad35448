import FoundationEssentials
import Glibc
import Live
import Shared
import Synchronization
import TestSupport

/// `peer.py` while `body` runs: a server or a proxy that asks for more than the tests' own HTTP server can.
final class TestPeer: Sendable {
    let port: UInt16
    private let lines: Mutex<[Substring]>

    private init(port: UInt16) {
        self.port = port
        lines = Mutex([])
    }

    /// What it has said since its start.
    var said: [Substring] { lines.withLock { $0 } }

    static func with(_ arguments: [String], _ body: (TestPeer) async throws -> Void) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "peer.py").path
        let process = try await LiveChildProcesses(trampoline: LiveChildProcessesTests.agent).start(
            ChildCommand(
                program: .path("/usr/bin/python3"),
                arguments: [script] + arguments,
                environment: ["PATH": "/usr/bin:/bin"],
                folder: "/",
                hasNoInput: true
            )
        )
        let first = await process.output().map { String(decoding: $0, as: UTF8.self) }
        guard let port = first?.split(separator: "\n").first?.split(separator: " ").last.flatMap({ UInt16($0) }) else {
            process.signal(SIGKILL)
            throw ChildProgram.Failure(description: "peer.py says no port: \(first ?? "nothing")")
        }
        let peer = TestPeer(port: port)
        async let _: Void = peer.listen(to: process)
        // Declared last, so that it is done first: until then there is more to listen to.
        defer { process.signal(SIGKILL) }
        try await body(peer)
    }

    private func listen(to process: any ChildProcess) async {
        var rest: [UInt8] = []
        while let piece = await process.output() {
            rest += piece
            guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
            let whole = String(decoding: rest[..<end], as: UTF8.self).split(separator: "\n")
            rest.removeSubrange(...end)
            lines.withLock { $0 += whole }
        }
    }
}
