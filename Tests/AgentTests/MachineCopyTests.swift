import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// A disk that was copied into another machine, with its keys.
@Suite(.world(), .timeLimit(.minutes(5)))
struct MachineCopyTests {
    private let home: FakeHomeAssistant
    private let agent: AgentProgram

    init() throws {
        home = try FakeHomeAssistant()
        agent = try AgentProgram()
    }

    private var link: String? {
        home.entities().last { $0.uniqueID.hasPrefix("network.") && $0.uniqueID.hasSuffix(".link") }?.uniqueID
    }

    /// Reports from one machine, then is started on another one.
    private func move() async throws -> RunningProgram {
        try agent.machine.write("0123456789abcdef0123456789abcdef\n", to: "/etc/machine-id")
        let original = try await agent.startDaemon()
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        _ = try await agent.run("sensors", "enable", "battery.bat0.level", "network.*.link")
        await home.until {
            $0.state(of: "battery.bat0.level") == "71" && $0.entities().allSatisfy { $0.state != "unknown" }
        }
        original.signal(SIGKILL)
        _ = try await original.end()
        try agent.machine.write("fedcba9876543210fedcba9876543210\n", to: "/etc/machine-id")
        try agent.machine.setBattery(percent: 33)
        return try await agent.startDaemon()
    }

    @Test(
        "a copy sends nothing, says so, and may not reconnect; renewed it is a machine of its own with the same sensors on"
    )
    func renew() async throws {
        let daemon = try await move()
        let before = (requests: home.wireLines.count, link: try #require(link))
        let status = try await agent.run("status")
        #expect(status.standardOutput.contains("looks like a copy"))
        let preview = try await agent.run("preview")
        #expect(preview.standardOutput.contains("battery.bat0.level"))
        #expect(preview.standardOutput.contains("nothing is sent while this looks like a copy"))
        let enabled = try await agent.run("sensors", "enable", "battery.bat0.level").standardOutput
        #expect(enabled.contains("'agent servers renew'") && enabled.contains("'agent servers keep'"), "\(enabled)")
        let token = agent.folder.path + "/token-home"
        for command in [
            ["servers", "reconnect", "home", "--token-file", token, "--yes"],
            ["servers", "set", "home", "url", home.url],
            ["servers", "add", home.url, "--token-file", token, "--name", "other"],
        ] {
            let output = try await ChildProgram.run([try AgentProgram.path()] + command + ["--state-dir", agent.state])
            #expect(output.status == 78, "\(command) \(output.standardError)")
        }
        _ = try await agent.run("doctor")
        #expect(home.wireLines.count == before.requests)

        let refused = try await agent.run("servers", "renew", "--token-file", token)
        #expect(refused.status == 64)
        let renewed = try await agent.run("servers", "renew", "--yes", "--token-file", token)
        #expect(renewed.status == 0, "\(renewed.standardError)")
        await home.until { $0.entities().last { $0.uniqueID == "battery.bat0.level" }?.state == "33" }
        #expect(Set(home.deviceIDs).count == 2)
        // The original's device is left alone.
        #expect(home.state(of: "battery.bat0.level") == "71")
        await home.until { $0.entities().count == 4 && $0.entities().allSatisfy { $0.state != "unknown" } }
        #expect(link != before.link)
        try await agent.stop(daemon)

        // And it stays one.
        let again = try await agent.startDaemon()
        #expect(try await !agent.run("status").standardOutput.contains("copy"))
        try await agent.stop(again)
        home.stop()
    }

    @Test("a machine that is no copy is not renewed: it would lose its device and what waits")
    func noCopy() async throws {
        let daemon = try await agent.startDaemon()
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        let requests = home.wireLines.count
        let token = agent.folder.path + "/token-home"
        let renewed = try await agent.run("servers", "renew", "--yes", "--token-file", token)
        #expect(renewed.status == 64)
        #expect(renewed.standardError.contains("does not look like a copy"))
        #expect(home.wireLines.count == requests)
        #expect(home.deviceIDs.count == 1)
        try await agent.stop(daemon)
        home.stop()
    }

    @Test("for a receiver a copy takes the file that 'keys new' writes, and says which agent it is then")
    func receiverKey() async throws {
        let keys = ["one", "two"].map { agent.folder.path + "/" + $0 }
        for key in keys { _ = try await ChildProgram.run([try AgentProgram.path(), "keys", "new", "--output", key]) }
        try agent.machine.write("0123456789abcdef0123456789abcdef\n", to: "/etc/machine-id")
        let original = try await agent.startDaemon()
        let arguments = ["servers", "add", "--kind", "webhook", "http://127.0.0.1:9", "--key-file", keys[0]]
        let added = try await ChildProgram.run(
            [try AgentProgram.path()] + arguments + ["--state-dir", agent.state]
        )
        #expect(added.status == 0, "\(added.standardError)")
        try await agent.stop(original)
        try agent.machine.write("fedcba9876543210fedcba9876543210\n", to: "/etc/machine-id")
        let copy = try await agent.startDaemon()
        let renewed = try await agent.run("servers", "renew", "--yes", "--token-file", keys[1])
        #expect(renewed.status == 0, "\(renewed.standardError)")
        let id = try String(decoding: Data(contentsOf: URL(filePath: keys[1])), as: UTF8.self).prefix(32)
        #expect(renewed.standardOutput.contains("is agent \(id)"), "\(renewed.standardOutput)")
        try await agent.stop(copy)
        home.stop()
    }

    @Test("a machine that was moved goes on after 'servers keep', under the same ids")
    func keep() async throws {
        let daemon = try await move()
        let before = try #require(link)
        let kept = try await agent.run("servers", "keep")
        #expect(kept.status == 0, "\(kept.standardError)")
        await home.until { $0.state(of: "battery.bat0.level") == "33" }
        #expect(link == before)
        #expect(home.deviceIDs.count == 1)
        #expect(try await agent.run("servers", "keep").status == 64)
        try await agent.stop(daemon)
        home.stop()
    }

    @Test("a copy of a machine that has no server yet makes ids of its own and asks nobody")
    func noServer() async throws {
        try agent.machine.write("0123456789abcdef0123456789abcdef\n", to: "/etc/machine-id")
        let original = try await listedLink()
        #expect(try await listedLink() == original)
        try agent.machine.write("fedcba9876543210fedcba9876543210\n", to: "/etc/machine-id")
        #expect(try await listedLink() != original)
    }

    /// The id of the interface, as a daemon lists it that is started for this.
    private func listedLink() async throws -> String {
        let daemon = try await agent.startDaemon()
        #expect(try await !agent.run("status").standardOutput.contains("copy"))
        let words = try await agent.run("sensors").standardOutput.split(whereSeparator: \.isWhitespace)
        try await agent.stop(daemon)
        return String(try #require(words.first { $0.hasPrefix("network.") && $0.hasSuffix(".link") }))
    }

    @Test(
        "what looked like a copy once stays one where the machine has no id, and is none in the machine that it is of"
    )
    func marked() async throws {
        try await agent.stop(try await move())
        let before = home.wireLines.count
        try agent.machine.write("uninitialized\n", to: "/etc/machine-id")
        let nameless = try await agent.startDaemon()
        #expect(try await agent.run("status").standardOutput.contains("looks like a copy"))
        try await agent.stop(nameless)
        #expect(home.wireLines.count == before)
        try agent.machine.write("0123456789abcdef0123456789abcdef\n", to: "/etc/machine-id")
        try agent.machine.setBattery(percent: 44)
        let original = try await agent.startDaemon()
        await home.until { $0.state(of: "battery.bat0.level") == "44" }
        try await agent.stop(original)
        home.stop()
    }
}
