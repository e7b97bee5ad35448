import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A daemon that systemd starts for a command, and that can't start.
@Suite(.world(), .timeLimit(.minutes(5)))
struct FailedStartTests {
    private let agent: AgentProgram
    private var socket: String { agent.folder.path + "/systemd.sock" }

    init() throws { agent = try AgentProgram() }

    /// Does what a socket unit does: listens, and becomes the daemon when somebody connects.
    private func listen(_ options: String...) throws -> RunningProgram {
        let script = """
            import os, select, socket, sys
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(sys.argv[1])
            listener.listen(16)
            print("listening", file=sys.stderr, flush=True)
            select.select([listener], [], [])
            os.dup2(listener.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="control")
            os.execv(sys.argv[2], sys.argv[2:])
            """
        return try RunningProgram(
            ["python3", "-c", script, socket, try AgentProgram.path(), "run", "--state-dir", agent.state] + options
        )
    }

    @Test("a command that starts a daemon with a bad setting is told the file, the line and the exit code")
    func settings() async throws {
        let folder = agent.folder.path
        try Data("[log]\nlevel = loud\n".utf8).write(to: URL(filePath: folder + "/sensor-agent.conf"))
        let daemon = try listen("--settings", folder)
        #expect(await daemon.says("listening"))
        let output = try await agent.run("status", "--socket", socket)
        #expect(output.status == 78, "\(output.standardError)")
        #expect(
            output.standardError.contains("the daemon can't start: \(folder)/sensor-agent.conf: line 2: level = loud")
        )
        #expect(try await daemon.end().status == 78)
        #expect(daemon.log.contains { $0.contains("line 2: level = loud") })
    }

    @Test("one whose database is a folder, a link or a pipe is told that, as a state that no restart puts right")
    func database() async throws {
        try await agent.stop(try await agent.startDaemon())
        let file = agent.state + "/agent.db"
        for make in [{ mkdir(file, 0o700) }, { Glibc.symlink("/nowhere", file) }, { mkfifo(file, 0o600) }] {
            try FileManager.default.removeItem(atPath: file)
            try #require(make() == 0)
            let daemon = try listen()
            #expect(await daemon.says("listening"))
            let output = try await agent.run("doctor", "--socket", socket)
            #expect(output.status == 1)
            // Beside a queue that is filled, what is empty or leads nowhere counts as missing.
            #expect(output.standardOutput.contains("the daemon can't start: \(file) is "), "\(output.standardOutput)")
            #expect(!output.standardOutput.contains("can't use"))
            #expect(output.standardOutput.contains("-> mend that"))
            #expect(try await daemon.end().status == 78)
            unlink(socket)
        }
    }

    @Test("a file in the place of the state folder is said, and left as it is")
    func stateIsFile() async throws {
        try Data("mine".utf8).write(to: URL(filePath: agent.state))
        try #require(chmod(agent.state, 0o644) == 0)
        let output = try await agent.run("run", "--socket", socket)
        #expect(output.status == 73, "\(output.standardError)")
        #expect(output.standardError.contains(agent.state))
        var status = stat()
        #expect(stat(agent.state, &status) == 0 && status.st_mode & 0o777 == 0o644)
    }
}
