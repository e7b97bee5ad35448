import FoundationEssentials
import Glibc
import TestSupport

/// The built program with a state folder and a machine of its own.
struct AgentProgram: Sendable {
    let folder: TemporaryFolder
    let machine: MachineFolder

    init() throws {
        folder = try TemporaryFolder()
        machine = try MachineFolder(folder.path + "/machine")
    }

    var state: String { folder.path + "/state" }

    /// The program lies beside the test bundle.
    static func path() throws -> String {
        let path = BuiltProgram.agent
        guard access(path, X_OK) == 0 else {
            throw ChildProgram.Failure(description: "\(path) is missing: build with 'swift build --build-tests'")
        }
        return path
    }

    /// A copy for those who may not look into homes: plugins and other users. The clone that is tested may lie in one.
    ///
    /// By another process: a file that this one writes may be held open by children that other tests start, and what is open
    /// for writing can't be executed.
    static func copy(in folder: TemporaryFolder) async throws -> String {
        let copy = folder.path + "/agent"
        let output = try await ChildProgram.run(["cp", try path(), copy])
        guard output.status == 0 else { throw ChildProgram.Failure(description: output.standardError) }
        return copy
    }

    /// Runs a command to its end. A test that is over asks no more, or it would wait for what it looks for for ever.
    func run(_ arguments: String...) async throws -> ChildProgram.Output {
        try Task.checkCancellation()
        return try await ChildProgram.run([try Self.path()] + arguments + ["--state-dir", state])
    }

    /// Starts the daemon over the machine's folder; it serves when this returns.
    func startDaemon(_ options: String...) async throws -> RunningProgram {
        let daemon = try RunningProgram(
            [try Self.path(), "run", "--state-dir", state, "--root", machine.path, "--measure-interval", "1s"] + options
        )
        guard await daemon.says("started") else {
            let status = try await daemon.end().status
            throw ChildProgram.Failure(description: "the daemon ended with \(status): \(daemon.log)")
        }
        return daemon
    }

    /// Ends a daemon in order.
    @discardableResult
    func stop(_ daemon: RunningProgram) async throws -> Int32 {
        daemon.signal(SIGTERM)
        return try await daemon.end().status
    }

    /// Registers with a server, the token in a file.
    func add(_ url: String, token: String, name: String) async throws -> ChildProgram.Output {
        let file = folder.path + "/token-\(name)"
        try Data((token + "\n").utf8).write(to: URL(filePath: file))
        chmod(file, 0o600)
        return try await run("servers", "add", url, "--name", name, "--device-name", "Test box", "--token-file", file)
    }

    /// Starts `agent receive`; it serves when this returns.
    ///
    /// - Returns: The receiver, and where it listens.
    static func startReceiver(_ options: String...) async throws -> (program: RunningProgram, address: String) {
        while true {
            let receiver = try RunningProgram([try path(), "receive"] + options)
            if await receiver.says("receiving address=") {
                let line = receiver.log.first { $0.contains("receiving address=") } ?? ""
                return (receiver, String(line.split(separator: "=").last ?? ""))
            }
            let status = try await receiver.end().status
            // A port that it had before may be another test's for a moment.
            guard receiver.log.contains(where: { $0.contains("Address already in use") }) else {
                throw ChildProgram.Failure(description: "the receiver ended with \(status): \(receiver.log)")
            }
        }
    }
}
