import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// A plugin that asks for more, from the question to what the kernel lets it do.
@Suite(.world(), .timeLimit(.minutes(10))) struct PluginGrantTests {
    private static let script = """
        #!/bin/bash
        trap '' HUP
        while read -r line; do case $line in
        *'"request":"hello"'*) echo '{"answer":"hello","protocol":1}';;
        *'"request":"list"'*) echo '{"answer":"list","sensors":[{"id":"try.network","name":"Network"}]}';;
        *'"request":"read"'*)
            if (exec 3<>/dev/udp/127.0.0.1/9); then outcome=done; else outcome=refused; fi
            echo '{"answer":"read","readings":[{"id":"try.network","value":"'$outcome'"}]}';;
        *'"request":"watch"'*) echo '{"answer":"watch"}';;
        *'"request":"bye"'*) exit 0;;
        esac; done
        """

    private func start(_ agent: AgentProgram) async throws -> RunningProgram {
        let plugins = agent.folder.path + "/plugins"
        try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: false)
        chmod(plugins, 0o755)
        try ScriptFile.write(Self.script, to: plugins + "/x.sh")
        try ScriptFile.write(#"{"network":true,"needs":["a router"]}"#, to: plugins + "/x.json", mode: 0o644)
        let daemon = try RunningProgram(
            [try AgentProgram.path(), "run", "--state-dir", agent.state],
            environment: ["SENSOR_AGENT_PLUGINS": plugins]
        )
        guard await daemon.says("started") else { throw CocoaError(.executableNotLoadable) }
        while try await !agent.run("sensors").standardOutput.contains("plugin_x.try.network") { await Task.yield() }
        return daemon
    }

    @Test("what a plugin asks for is shown, works only once it was allowed, and is shown again when it asks for more")
    func wholeWay() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await start(agent)
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        #expect(try await agent.run("plugins").standardOutput.contains("x: asks for: network (not allowed"))
        let read = try await agent.run("sensors", "read", "plugin_x.*")
        #expect(read.standardOutput.contains("refused"), "it may not before that: \(read)")

        let held = try await agent.run("sensors", "enable", "plugin_x")
        #expect(held.status == 1 && held.standardError.contains("--grant"), "\(held)")
        #expect(held.standardOutput.contains("plugin x asks for: network"))
        #expect(held.standardOutput.contains("plugin x needs: a router"))
        #expect(home.entities().isEmpty)

        let allowed = try await agent.run("sensors", "enable", "plugin_x", "--grant")
        #expect(allowed.status == 0 && allowed.standardOutput.contains("plugin x asks for: network"), "\(allowed)")
        await home.until { $0.state(of: "plugin_x.try.network") == "done" }
        #expect(try await agent.run("plugins").standardOutput.contains("x: asks for: network (allowed)"))

        try ScriptFile.write(
            #"{"network":true,"write":["/srv/x"]}"#,
            to: agent.folder.path + "/plugins/x.json",
            mode: 0o644
        )
        while try await !agent.run("sensors").standardOutput.contains("what its plugin asks for") { await Task.yield() }
        #expect(try await agent.run("sensors", "read", "plugin_x.*").standardOutput.contains("refused"))
        #expect(try await agent.run("sensors", "enable", "plugin_x", "--grant").status == 0)
        while try await !agent.run("sensors", "read", "plugin_x.*").standardOutput.contains("done") {
            await Task.yield()
        }
        try await agent.stop(daemon)
        home.stop()
    }

    @Test("a plugin that its author tries by hand is kept apart as in the host, and has what its manifest asks for")
    func trial() async throws {
        let folder = try TemporaryFolder()
        let plugin = folder.path + "/x.sh"
        try ScriptFile.write(Self.script, to: plugin)
        func outcome() async throws -> String {
            try await ChildProgram.run([
                "sh", "-c", #"printf "read\nbye\n" | "$0" plugins run --as-root "$1""#, try AgentProgram.path(), plugin,
            ]).standardOutput
        }
        let without = try await outcome()
        #expect(without.contains("refused") && !without.contains("asks for"), "\(without)")
        try ScriptFile.write(#"{"network":true}"#, to: folder.path + "/x.json", mode: 0o644)
        let with = try await outcome()
        #expect(with.contains("done") && with.contains("it has what that asks for: network"), "\(with)")
        try ScriptFile.write(#"{"network":1}"#, to: folder.path + "/x.json", mode: 0o644)
        let wrong = try await ChildProgram.run([try AgentProgram.path(), "plugins", "test", "--as-root", plugin])
        #expect(wrong.status == 65 && wrong.standardError.contains("'network' must be true or false"))
    }
}
