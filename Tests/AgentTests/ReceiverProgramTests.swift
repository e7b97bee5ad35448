import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// Agent and receiver as their users run them: two programs and one key file.
@Suite(.world(), .timeLimit(.minutes(5)))
struct ReceiverProgramTests {
    private let agent: AgentProgram
    private var keyFile: String { agent.folder.path + "/key" }
    private var output: String { agent.folder.path + "/lines" }

    init() throws { agent = try AgentProgram() }

    private func program(_ arguments: String...) async throws -> ChildProgram.Output {
        try await ChildProgram.run([try AgentProgram.path()] + arguments)
    }

    /// - Returns: The receiver, and where it listens.
    private func receive(_ address: String = "127.0.0.1:0") async throws -> (program: RunningProgram, address: String) {
        try await AgentProgram.startReceiver(
            "--listen",
            address,
            "--key-file",
            keyFile,
            "--output",
            output,
            "--positions",
            agent.folder.path + "/positions.db"
        )
    }

    /// Values of the battery's level, in the order in which they were written.
    private func levels() -> [String] {
        // Not there before the first line.
        let text = (try? String(decoding: Data(contentsOf: URL(filePath: output)), as: UTF8.self)) ?? ""
        return text.split(separator: "\n").filter { $0.contains(#""item""#) && $0.contains("battery.bat0.level") }
            .map { String($0.split(separator: ":").last ?? "").filter(\.isNumber) }
    }

    private func until(_ isMet: () async throws -> Bool) async throws {
        while try await !isMet() { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("on SIGHUP a receiver takes the keys that its file has by then; one that is no key file changes nothing")
    func changedKeys() async throws {
        let other = agent.folder.path + "/other-key"
        for file in [keyFile, other] { #expect(try await program("keys", "new", "--output", file).status == 0) }
        let text = try String(decoding: Data(contentsOf: URL(filePath: other)), as: UTF8.self)
        let (receiver, address) = try await receive()
        let daemon = try await agent.startDaemon()
        let added = try await agent.run(
            "servers",
            "add",
            "--kind",
            "webhook",
            "http://\(address)/",
            "--key-file",
            other
        )
        #expect(added.standardOutput.contains("nothing would arrive"), "\(added.standardOutput)")
        _ = try await agent.run("sensors", "enable", "battery.bat0.level")
        #expect(await receiver.says("unknown_agent"))
        try Data("nonsense\n".utf8).write(to: URL(filePath: keyFile))
        receiver.signal(SIGHUP)
        #expect(await receiver.says("the keys stay as they were"))
        #expect(!receiver.log.contains { $0.contains("nonsense") })
        try Data(text.utf8).write(to: URL(filePath: keyFile))
        receiver.signal(SIGHUP)
        #expect(await receiver.says("the key file was read again"))
        try await until {
            // Ends the pause after failures.
            _ = try await agent.run("sensors", "enable", "battery.bat0.level")
            return levels().last == "71"
        }
        try await agent.stop(daemon)
        try await agent.stop(receiver)
    }

    @Test(
        "one key file, two programs: values arrive, and a receiver that is killed and started again lacks and repeats none"
    )
    func wholeWay() async throws {
        let made = try await program("keys", "new", "--output", keyFile)
        #expect(made.status == 0)
        let daemon = try await agent.startDaemon()
        var (receiver, address) = try await receive()
        let added = try await agent.run(
            "servers",
            "add",
            "--kind",
            "webhook",
            "http://\(address)/hook",
            "--key-file",
            keyFile
        )
        #expect(added.status == 0, "\(added.standardError)")
        #expect(!added.standardOutput.contains("nothing would arrive"))
        _ = try await agent.run("sensors", "enable", "battery.bat0.level")
        try await until { levels() == ["71"] }
        // A line that is not acknowledged yet may come twice.
        try await until { try await agent.run("status").standardOutput.contains("waiting: 0 values") }

        receiver.signal(SIGKILL)
        _ = try await receiver.end()
        try agent.machine.setBattery(percent: 70)
        #expect(await daemon.says("delivery failed, all is kept"))
        (receiver, _) = try await receive(address)
        // Ends the pause after failures.
        _ = try await agent.run("sensors", "enable", "battery.bat0.status")
        try await until { levels() == ["71", "70"] }

        let status = try await agent.run("status")
        let line = try String(decoding: Data(contentsOf: URL(filePath: keyFile)), as: UTF8.self)
        let words = line.split(whereSeparator: \.isWhitespace)
        #expect(status.standardOutput.contains("a receiver, for which this machine is agent \(words[0])"))
        #expect(try await agent.run("servers").standardOutput.contains(words[0]))

        #expect(try await agent.stop(daemon) == 0)
        receiver.signal(SIGTERM)
        #expect(try await receiver.end().status == 0)
        #expect(receiver.log.last?.contains("stopped batches=") == true)
        #expect(receiver.log.last?.hasSuffix("refused=none") == true)
        for text in daemon.log + receiver.log + [status.standardOutput, added.standardOutput] {
            #expect(!text.contains(words[1]))
        }
    }

    @Test("keys are 64 random digits behind an agent's id, for a given agent too, in files that only their owner reads")
    func keys() async throws {
        let printed = try await program("keys", "new").standardOutput.split(whereSeparator: \.isWhitespace)
        #expect(printed.map(\.count) == [32, 64])
        let id = String(printed[0])
        let other = try await program("keys", "new", "--agent", id).standardOutput.split(whereSeparator: \.isWhitespace)
        #expect(other[0] == printed[0] && other[1] != printed[1])
        #expect(try await program("keys", "new", "--agent", "laptop").status == 64)
        #expect(try await program("key", "new").status == 0)
        #expect(try await program("keys").standardError.contains("it has new"))
        _ = try await program("keys", "new", "--output", keyFile)
        var status = stat()
        #expect(stat(keyFile, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try await program("keys", "new", "--output", keyFile).status == 73)
    }

    @Test("a key file that others can read is refused by both ends, with what to do")
    func openKeyFile() async throws {
        _ = try await program("keys", "new", "--output", keyFile)
        #expect(chmod(keyFile, 0o644) == 0)
        let daemon = try await agent.startDaemon()
        let added = try await agent.run(
            "servers",
            "add",
            "--kind",
            "webhook",
            "http://127.0.0.1:9",
            "--key-file",
            keyFile
        )
        let received = try await program("receive", "--listen", "127.0.0.1:0", "--key-file", keyFile)
        for output in [added, received] {
            #expect(output.status == 65)
            #expect(output.standardError.contains("chmod 600 \(keyFile)"))
        }
        try await agent.stop(daemon)
    }

    @Test(
        "a receiver that other machines could reach is refused, unless that is said; so is a command line that says half"
    )
    func refusals() async throws {
        _ = try await program("keys", "new", "--output", keyFile)
        let open = try await program("receive", "--listen", "0.0.0.0:0", "--key-file", keyFile)
        #expect(open.status == 64)
        #expect(open.standardError.contains("--listen-anywhere"))
        #expect(try await program("receive", "--listen", "127.0.0.1:0").status == 64)
        #expect(try await program("receive", "--listen", "somewhere:1", "--key-file", keyFile).status == 64)
        let both = try await program("receive", "--key-file", keyFile, "--sqlite", output, "--output", output)
        #expect(both.status == 64)
        let receive = "\(try AgentProgram.path()) receive --key-file \(keyFile) --positions \(agent.folder.path)/p.db"
        let closed = try await ChildProgram.run(["sh", "-c", "exec timeout 20 \(receive) --listen 127.0.0.1:0 >&-"])
        #expect(closed.status == 74)
        #expect(closed.standardError.contains("standard output is closed"), "\(closed.standardError)")
        let noFolder = agent.folder.path + "/none/x.db"
        #expect(try await program("receive", "--key-file", keyFile, "--sqlite", noFolder).status == 74)
        let daemon = try await agent.startDaemon()
        let keyless = try await agent.run("servers", "add", "--kind", "webhook", "http://127.0.0.1:9")
        #expect(keyless.status == 64)
        #expect(keyless.standardError.contains("--key-file"))
        try await agent.stop(daemon)
    }
}
