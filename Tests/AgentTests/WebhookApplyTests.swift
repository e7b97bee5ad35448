import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// `agent apply` for a receiver, with `agent receive` at the other end.
@Suite(.world(), .timeLimit(.minutes(5)))
struct WebhookApplyTests {
    private let agent: AgentProgram
    private var keyFile: String { path("key") }

    init() throws { agent = try AgentProgram() }

    private func path(_ name: String) -> String { agent.folder.path + "/" + name }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
    }

    private func makeKey(_ name: String) async throws -> String {
        let made = try await ChildProgram.run([try AgentProgram.path(), "keys", "new", "--output", path(name)])
        try #require(made.status == 0, "\(made.standardError)")
        return try String(decoding: Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
    }

    private func receive(_ keys: String) async throws -> (program: RunningProgram, address: String) {
        try await AgentProgram.startReceiver(
            "--listen",
            "127.0.0.1:0",
            "--key-file",
            keys,
            "--output",
            path("lines"),
            "--positions",
            path("positions.db")
        )
    }

    /// The ids of the agents from which a sensor's values have come.
    private func agents(of sensor: String) -> Set<String> {
        // Not there before the first line.
        let text = (try? String(decoding: Data(contentsOf: URL(filePath: path("lines"))), as: UTF8.self)) ?? ""
        return Set(
            text.split(separator: "\n").filter { $0.contains(sensor) }.compactMap { line in
                line.firstMatch(of: #/"agent":"([0-9a-f]{32})"/#).map { String($0.1) }
            }
        )
    }

    private func until(_ isMet: () async throws -> Bool) async throws {
        while try await !isMet() { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test(
        "a receiver is brought about by a file; a second time nothing is changed, and the printed file changes nothing either"
    )
    func wholeWay() async throws {
        let line = try await makeKey("key")
        let (receiver, address) = try await receive(keyFile)
        let daemon = try await agent.startDaemon()
        let url = "http://\(address)/a-path-as-good-as-a-password?and=more"
        try write(
            """
            [server attic]
            kind = webhook
            url = \(url)
            key-file = \(keyFile)
            sensor = battery.bat0.level
            """,
            to: "wanted"
        )
        let check = try await agent.run("apply", path("wanted"), "--check")
        #expect(check.status == 1, "\(check.standardError)")
        #expect(check.standardOutput.contains("+ server attic: registered at http://\(address)\n"))

        let done = try await agent.run("apply", path("wanted"))
        #expect(done.status == 0, "\(done.standardError)")
        #expect(!done.standardOutput.contains("note:"))
        try await until { !agents(of: "battery.bat0.level").isEmpty }
        #expect(agents(of: "battery.bat0.level") == Set(line.split(separator: " ").prefix(1).map(String.init)))

        try #require(unlink(keyFile) == 0)
        for options in [[], ["--check"]] {
            let again = try await ChildProgram.run(
                [try AgentProgram.path(), "apply", path("wanted"), "--state-dir", agent.state] + options
            )
            #expect(again.status == 0, "\(again.standardError)")
            #expect(again.standardOutput.contains("all is as the file says"))
        }

        let printed = try await agent.run("apply", "--print").standardOutput
        #expect(printed.contains("kind = webhook\n"))
        #expect(printed.contains("# url = http://\(address)/…"))
        let key = try #require(line.split(whereSeparator: \.isWhitespace).last.map(String.init))
        for secret in [key, "a-path-as-good-as-a-password"] {
            #expect(!printed.contains(secret))
            #expect(!daemon.log.joined().contains(secret))
        }
        try write(printed, to: "printed")
        let trip = try await agent.run("apply", path("printed"))
        #expect(trip.status == 0, "\(trip.standardError)")
        #expect(trip.standardOutput.contains("all is as the file says"))

        try await agent.stop(daemon)
        receiver.signal(SIGTERM)
        _ = try await receiver.end()
    }

    @Test("the printed file, with URL and key filled in, brings the same about at another machine")
    func carried() async throws {
        let first = try await makeKey("key")
        let second = try await makeKey("second-key")
        try write(first + second, to: "keys")
        try #require(chmod(path("keys"), 0o600) == 0)
        let (receiver, address) = try await receive(path("keys"))
        let daemon = try await agent.startDaemon()
        let add = [
            "servers", "add", "--kind", "webhook", "http://\(address)", "--key-file", keyFile, "--name", "attic",
        ]
        let added = try await ChildProgram.run([try AgentProgram.path()] + add + ["--state-dir", agent.state])
        try #require(added.status == 0, "\(added.standardError)")
        _ = try await agent.run("sensors", "enable", "battery.bat0.level")
        let printed = try await agent.run("apply", "--print").standardOutput
        // Without a path there is nothing to hide.
        #expect(printed.contains("\nurl = http://\(address)\n"))

        let other = try AgentProgram()
        let otherDaemon = try await other.startDaemon()
        let key = "key-file = \(path("second-key"))"
        try write(printed.replacing("# key-file = PATH, or token-credential = NAME", with: key), to: "carried")
        let done = try await other.run("apply", path("carried"))
        #expect(done.status == 0, "\(done.standardError)")
        try await until { agents(of: "battery.bat0.level").count == 2 }
        #expect(try await other.run("apply", path("carried"), "--check").status == 0)
        try await agent.stop(daemon)
        try await other.stop(otherDaemon)
        receiver.signal(SIGTERM)
        _ = try await receiver.end()
    }

    @Test("a receiver that is away is added all the same, and the command says what is still to be done there")
    func away() async throws {
        _ = try await makeKey("key")
        let held = try HeldPort()
        defer { held.letGo() }
        let daemon = try await agent.startDaemon()
        try write(
            "[server attic]\nkind = webhook\nurl = http://127.0.0.1:\(held.port)/x\nkey-file = \(keyFile)\n",
            to: "wanted"
        )
        let done = try await agent.run("apply", path("wanted"))
        #expect(done.status == 0, "\(done.standardError)")
        #expect(done.standardOutput.contains("note: nothing would arrive at attic yet"))
        // What was found out is not forgotten at once.
        #expect(
            try await agent.run("status").standardOutput.contains("attic  http://127.0.0.1:\(held.port)  unreachable")
        )
        #expect(try await agent.run("sensors", "enable", "battery.bat0.level").status == 0)
        try await until { try await agent.run("status").standardOutput.contains("  next try in ") }
        try write(
            "[server loft]\nkind = webhook\nurl = http://127.0.0.1:\(held.port)/y\nkey-file = \(keyFile)\n",
            to: "twice"
        )
        let twice = try await agent.run("apply", path("twice"))
        #expect(twice.status == 65, "\(twice.standardError)")
        #expect(twice.standardError.contains("line 2: [server loft]"))
        #expect(try await agent.run("sensors", "disable", "battery.bat0.level").status == 0)
        #expect(try await agent.run("apply", path("wanted"), "--check").status == 0)
        try write("exclusive = yes\n", to: "nothing")
        let removed = try await agent.run("apply", path("nothing"))
        #expect(removed.status == 0, "\(removed.standardError)")
        #expect(removed.standardOutput.contains("key file"))
        #expect(!removed.standardOutput.contains("Home Assistant"))
        try await agent.stop(daemon)
    }

    @Test("what one kind of server takes and the other does not is refused with its line, before anything is changed")
    func refused() async throws {
        _ = try await makeKey("key")
        let held = try HeldPort()
        defer { held.letGo() }
        let daemon = try await agent.startDaemon()
        let url = "url = http://127.0.0.1:\(held.port)\n"
        let cases = [
            ("[server attic]\n\(url)key-file = \(keyFile)\n", ["line 3", "key-file", "kind = webhook"]),
            ("[server attic]\nkind = webhook\n\(url)token-file = \(keyFile)\n", ["line 4", "token-file", "key-file"]),
            ("[server attic]\nkind = webhook\n\(url)", ["line 2", "[server attic]", "neither key-file"]),
            (
                "[server attic]\nkind = webhook\n\(url)key-file = \(keyFile)\nexternal-url = https://a\n",
                ["line 5", "external-url"]
            ),
            ("[server attic]\nkind = attic\n\(url)token-file = \(keyFile)\n", ["line 2", "webhook"]),
        ]
        for (text, words) in cases {
            try write(text, to: "wanted")
            let output = try await agent.run("apply", path("wanted"))
            #expect(output.status == 65, "\(text): \(output.standardError)")
            for word in words { #expect(output.standardError.contains(word), "\(output.standardError)") }
        }
        #expect(try await agent.run("servers", "--json").standardOutput.contains("attic") == false)

        try write("[server attic]\nkind = webhook\n\(url)key-file = \(keyFile)\n", to: "wanted")
        #expect(try await agent.run("apply", path("wanted")).status == 0)
        try write("[server attic]\nkind = homeassistant\n\(url)", to: "wanted")
        let changed = try await agent.run("apply", path("wanted"))
        #expect(changed.status == 65)
        #expect(
            changed.standardError.contains("line 2: [server attic]: kind = homeassistant"),
            "\(changed.standardError)"
        )
        try await agent.stop(daemon)
    }
}
