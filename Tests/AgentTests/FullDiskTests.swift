import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// A disk that takes nothing, as the limit of a process shows it: every write beyond it fails.
@Suite(.world(), .timeLimit(.minutes(5))) struct FullDiskTests {
    /// A daemon whose disk takes `blocks` of half a kilobyte in a file.
    private func start(_ agent: AgentProgram, blocks: String) async throws -> RunningProgram {
        // Ignored, as no other process that meets a full disk is killed for it.
        let daemon = try RunningProgram([
            "/bin/sh", "-c", #"trap "" XFSZ; ulimit -S -f \#(blocks); exec "$0" "$@""#, AgentProgram.path(), "run",
            "--state-dir", agent.state, "--root", agent.machine.path, "--measure-interval", "1s",
        ])
        guard await daemon.says("started") else {
            throw ChildProgram.Failure(description: "it did not start: \(try await daemon.end().status) \(daemon.log)")
        }
        return daemon
    }

    private func limit(_ daemon: RunningProgram, to bytes: String) async throws {
        let output = try await ChildProgram.run(["/usr/bin/prlimit", "--pid", "\(daemon.pid)", "--fsize=\(bytes):"])
        #expect(output.status == 0, "\(output.standardError)")
    }

    private func register(_ agent: AgentProgram, with home: FakeHomeAssistant) async throws {
        let daemon = try await agent.startDaemon()
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        _ = try await agent.run("sensors", "enable", "battery.bat0.level")
        await home.until { $0.state(of: "battery.bat0.level") == "71" }
        try await agent.stop(daemon)
    }

    @Test(
        "on a disk that is full at the start what is read is sent all the same, the status says so, and it is logged once"
    )
    func fullAtStart() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        try await register(agent, with: home)
        let daemon = try await start(agent, blocks: "0")
        for percent in [60, 50, 40] {
            try agent.machine.setBattery(percent: percent)
            await home.until { $0.state(of: "battery.bat0.level") == "\(percent)" }
        }
        let status = try await agent.run("status")
        #expect(status.standardOutput.contains("kept in memory alone"), "\(status.standardOutput)")
        let refused = try await agent.run("sensors", "enable", "storage.root.total")
        #expect(refused.status == 74, "\(refused.standardError)")
        #expect(refused.standardError.contains("no space is left"))
        #expect(daemon.log.count { $0.contains("kept in memory until") } == 1)
        try await limit(daemon, to: "unlimited")
        try agent.machine.setBattery(percent: 30)
        await home.until { $0.state(of: "battery.bat0.level") == "30" }
        #expect(try await agent.stop(daemon) == 0)
        home.stop()
    }

    @Test("a disk that becomes full while the server is away costs no newest value when both are back")
    func fullWhileRunning() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        try await register(agent, with: home)
        let daemon = try await start(agent, blocks: "unlimited")
        try agent.machine.setBattery(percent: 60)
        await home.until { $0.state(of: "battery.bat0.level") == "60" }
        try await limit(daemon, to: "0")
        home.behave(.status(502))
        try agent.machine.setBattery(percent: 50)
        #expect(await daemon.says("kept in memory until"))
        home.behave(.well)
        await home.until { $0.state(of: "battery.bat0.level") == "50" }
        #expect(try await agent.stop(daemon) == 0)
        #expect(home.state(of: "battery.bat0.level") == "unavailable")
        home.stop()
    }

    @Test(
        "on a disk that is read-only at the start what is read is sent all the same, and all is well when it can be written",
        .enabled("a test may not mount anything here") { try await Self.mayMount() }
    )
    func readOnlyAtStart() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        try await register(agent, with: home)
        let (socket, gate) = (agent.folder.path + "/control.sock", agent.folder.path + "/gate")
        #expect(mkfifo(gate, 0o600) == 0)
        let script = #"""
            mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 70
            (read -r line < "$2"; mount -o remount,rw,bind "$1") &
            shift 2
            exec "$@"
            """#
        let daemon = try RunningProgram(
            Self.shell + [
                script, "sh", agent.state, gate, AgentProgram.path(), "run", "--state-dir", agent.state, "--socket",
                socket,
                "--root", agent.machine.path, "--measure-interval", "1s",
            ]
        )
        guard await daemon.says("started") else {
            throw ChildProgram.Failure(description: "it did not start: \(try await daemon.end().status) \(daemon.log)")
        }
        for percent in [60, 50] {
            try agent.machine.setBattery(percent: percent)
            await home.until { $0.state(of: "battery.bat0.level") == "\(percent)" }
        }
        func run(_ arguments: String...) async throws -> ChildProgram.Output {
            try await ChildProgram.run([try AgentProgram.path()] + arguments + ["--socket", socket])
        }
        let status = try await run("status")
        #expect(status.standardOutput.contains("kept in memory alone"), "\(status.standardOutput)")
        #expect(try await run("doctor").standardOutput.contains("is read-only"))
        let refused = try await run("sensors", "enable", "storage.root.total")
        #expect(refused.status == 74, "\(refused.standardError)")
        #expect(refused.standardError.contains("make it writable"))
        #expect(try await run("audit").status == 0)

        try Data("\n".utf8).write(to: URL(filePath: gate))
        while try await run("sensors", "enable", "storage.root.total").status != 0 { try Task.checkCancellation() }
        await home.until { $0.state(of: "storage.root.total") != nil }
        #expect(try await !run("status").standardOutput.contains("kept in memory alone"))
        #expect(try await agent.stop(daemon) == 0)
        home.stop()
    }

    private static let shell = ["/usr/bin/unshare", "--map-root-user", "--mount", "/bin/sh", "-c"]

    private static func mayMount() async throws -> Bool {
        try await ChildProgram.run(shell + ["mount --bind /tmp /tmp"]).status == 0
    }
}
