import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// Plugins below the program as its users run it.
@Suite(.world(), .timeLimit(.minutes(10))) struct PluginProcessTests {
    /// A daemon whose only plugin hangs while it lists, with a child of its own.
    ///
    /// - Parameters:
    ///   - list: What it does in place of listing, as a shell says it.
    ///   - command: What starts the daemon.
    private func start(
        _ agent: AgentProgram,
        ignoringChildren: Bool = false,
        hangs: Bool = true,
        list hanging: String = "sleep 1000 & echo $$ > group; sleep 1000",
        command other: [String]? = nil
    ) async throws -> RunningProgram {
        let plugins = agent.folder.path + "/plugins"
        try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: true)
        chmod(plugins, 0o755)
        let path = plugins + "/x.sh"
        let list =
            hangs
            ? hanging
            : #"echo '{"answer":"list","sensors":[{"id":"a.b","name":"B"}]}'"#
        let text = """
            #!/bin/sh
            while read -r line; do case $line in
            *'"request":"hello"'*) echo '{"answer":"hello","protocol":1}';;
            *'"request":"list"'*) \(list);;
            *'"request":"read"'*) echo '{"answer":"read","readings":[{"id":"a.b","value":7}]}';;
            *'"request":"watch"'*) echo '{"answer":"watch"}';;
            *'"request":"bye"'*) exit 0;;
            esac; done
            """
        try ScriptFile.write(text, to: path)
        var command = try other ?? [AgentProgram.path(), "run", "--state-dir", agent.state]
        if ignoringChildren { command = ["/bin/sh", "-c", #"trap '' CHLD; exec "$0" "$@""#] + command }
        let daemon = try RunningProgram(command, environment: ["SENSOR_AGENT_PLUGINS": plugins])
        guard await daemon.says("started") else { throw CocoaError(.executableNotLoadable) }
        return daemon
    }

    private func group(_ agent: AgentProgram, of name: String = "x") async -> Int32 {
        while true {
            // Absent until the plugin has come so far.
            let text = try? agent.folder.text(of: "state/plugins/\(name)/group")
            // On a busy machine it may have been ended for its silence and started again.
            if let group = text.flatMap({ Int32($0.filter(\.isNumber)) }), kill(-group, 0) == 0 { return group }
            await Task.yield()
        }
    }

    private func untilGone(_ group: Int32) async {
        while kill(-group, 0) == 0 || errno == EPERM { await Task.yield() }
    }

    @Test(
        "while a plugin can't say what it has, 'sensors forget' keeps its sensors and exits with 75, with --json, too"
    )
    func forgetLater() async throws {
        let agent = try AgentProgram()
        let well = try await start(agent, hangs: false)
        while try await !agent.run("sensors").standardOutput.contains("plugin_x.a.b") { await Task.yield() }
        try await agent.stop(well)
        let daemon = try await start(agent)
        let text = try await agent.run("sensors", "forget", "plugin_x")
        #expect(text.status == 75 && text.standardError.contains("plugin_x"), "\(text)")
        let json = try await agent.run("sensors", "forget", "plugin_x", "--json")
        #expect(json.status == 75 && json.standardOutput.contains(#""unknown""#), "\(json)")
        #expect(try await agent.run("sensors").standardOutput.contains("plugin_x.a.b"))
        try await agent.stop(daemon)
    }

    @Test("D25: nothing of a plugin is left after the agent was killed, its children included")
    func killed() async throws {
        let agent = try AgentProgram()
        let daemon = try await start(agent)
        let group = await group(agent)
        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        await untilGone(group)
    }

    @Test("D25: nothing of a plugin is left after the agent was stopped while the plugin hangs")
    func stopped() async throws {
        let agent = try AgentProgram()
        let daemon = try await start(agent)
        let group = await group(agent)
        #expect(try await agent.stop(daemon) == 0)
        await untilGone(group)
    }

    /// How the end of a user's daemon may come about.
    enum End: CaseIterable {
        case daemonKilled, keeperKilled, hostKilled, stopped
    }

    @Test(
        "D25: a child of a plugin that made a session of its own ends with the host, however that or the daemon ends",
        arguments: End.allCases
    )
    func ownSession(_ end: End) async throws {
        let agent = try AgentProgram()
        let child = "setsid sh -c 'echo $$ > group; exec sleep 1000' & sleep 1000"
        let daemon = try await start(agent, list: "echo $PPID > host; \(child)")
        let session = await group(agent)
        switch end {
        case .daemonKilled:
            daemon.signal(SIGKILL)
            _ = try await daemon.end()
            await untilGone(session)
        case .keeperKilled:
            let host = try #require(Int32(try agent.folder.text(of: "state/plugins/x/host").filter(\.isNumber)))
            let status = try String(decoding: Data(contentsOf: URL(filePath: "/proc/\(host)/status")), as: UTF8.self)
            let keeper = status.split(separator: "\n").first { $0.hasPrefix("PPid:") }
            kill(try #require(keeper.flatMap { Int32($0.filter(\.isNumber)) }), SIGKILL)
            await untilGone(host)
            await untilGone(session)
            #expect(try await agent.stop(daemon) == 0)
        case .hostKilled:
            // As the plugin said: on a busy machine the plugin may have been ended for its silence, and the child have another parent.
            let host = try agent.folder.text(of: "state/plugins/x/host").filter(\.isNumber)
            kill(try #require(Int32(host)), SIGKILL)
            await untilGone(session)
            let status = try await agent.stop(daemon)
            #expect(status == 0)
        case .stopped:
            #expect(try await agent.stop(daemon) == 0)
            #expect(kill(-session, 0) != 0, "the daemon waits until nothing is left")
        }
    }

    @Test("a host that was started with few open files runs more plugins than would fit, and loses none of them")
    func manyOpenFiles() async throws {
        let agent = try AgentProgram()
        let plugins = agent.folder.path + "/plugins"
        try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: false)
        chmod(plugins, 0o755)
        for number in 1...16 {
            try ScriptFile.write("#!/bin/sh\nexec sleep 1000\n", to: "\(plugins)/hangs\(number).sh")
        }
        let command = [try AgentProgram.path(), "run", "--state-dir", agent.state]
        // Sixteen that hang take more than eighty.
        let limited = ["/bin/sh", "-c", #"ulimit -Sn 64; exec "$0" "$@""#] + command
        let daemon = try await start(agent, hangs: false, command: limited)
        while try await !agent.run("sensors").standardOutput.contains("plugin_x.a.b") { await Task.yield() }
        #expect(try await agent.run("sensors", "read", "plugin_x.a.b").standardOutput.contains("7"))
        let listed = try await agent.run("plugins").standardOutput
        #expect(!listed.contains("Too many open files"), "\(listed)")
        try await agent.stop(daemon)
    }

    @Test("a check that hangs holds up neither the end nor the servers' last word, and nothing of it is left")
    func stoppedWhileChecking() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await start(agent, hangs: false)
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        while try await !agent.run("sensors").standardOutput.contains("plugin_x.a.b") { await Task.yield() }
        _ = try await agent.run("sensors", "enable", "plugin_x.a.b")
        await home.until { $0.state(of: "plugin_x.a.b") == "7" }
        let check = agent.folder.path + "/check"
        try ScriptFile.write("#!/bin/sh\ntrap '' TERM\necho $$ > group\nwhile :; do sleep 1000; done\n", to: check)
        try ScriptFile.write(
            "kind = nagios\ncommand = \(check)\ntimeout = 60\n",
            to: agent.folder.path + "/plugins/slow.conf",
            mode: 0o644
        )
        let group = await group(agent, of: "slow")
        let start = ContinuousClock.now
        #expect(try await agent.stop(daemon) == 0)
        #expect(ContinuousClock.now - start < .seconds(40), "it would take a minute to end by itself")
        #expect(home.state(of: "plugin_x.a.b") == "unavailable")
        await untilGone(group)
        home.stop()
    }

    @Test("a parent that ignores SIGCHLD changes nothing")
    func ignoredChildren() async throws {
        let agent = try AgentProgram()
        let daemon = try await start(agent, ignoringChildren: true, hangs: false)
        while try await !agent.run("sensors").standardOutput.contains("plugin_x.a.b") { await Task.yield() }
        let read = try await agent.run("sensors", "read", "plugin_x.a.b")
        #expect(read.standardOutput.contains("7"), "\(read)")
        try await agent.stop(daemon)
    }

    @Test("D24: after many reloads a plugin that is enabled is there once, the same process, and is read")
    func reloads() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await start(agent, hangs: false)
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        while try await !agent.run("sensors").standardOutput.contains("plugin_x.a.b") { await Task.yield() }
        _ = try await agent.run("sensors", "enable", "plugin_x.a.b")
        await home.until { $0.state(of: "plugin_x.a.b") == "7" }
        let process = try await running(agent)
        let before = try Self.siblings(of: process)
        for _ in 1...20 { daemon.signal(SIGHUP) }
        for _ in 1...10 { #expect(try await agent.run("reload").status == 0) }
        #expect(try await running(agent) == process)
        #expect(try Self.siblings(of: process) == before, "what the host runs")
        #expect(try await agent.run("sensors", "read", "plugin_x.a.b").standardOutput.contains("7"))
        try await agent.stop(daemon)
        home.stop()
    }

    /// The process of the plugin, once it has one.
    private func running(_ agent: AgentProgram) async throws -> Int32 {
        while true {
            let lines = try await agent.run("plugins", "--json").standardOutput.split(separator: "\n")
            let pids = lines.filter { $0.contains(#""pid""#) }.compactMap { Int32($0.filter(\.isNumber)) }
            if let pid = pids.first, pids.count == 1 { return pid }
            await Task.yield()
        }
    }

    /// All processes that have the same parent.
    private static func siblings(of process: Int32) throws -> Set<Int32> {
        let own = try #require(parent(of: process))
        return Set(
            try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
                .filter { parent(of: $0) == own }
        )
    }

    private static func parent(of id: Int32) -> Int32? {
        // One that has ended in between has none. Its name, in brackets, may hold anything.
        let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        return stat?.split(separator: ")").last?.split(separator: " ").dropFirst().first.flatMap { Int32($0) }
    }

    @Test(
        "promise 3, updates start nothing: a plugin's new version that respells an id keeps the entity, and the old id is heard",
        .world()
    )
    func respelled() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await start(agent, hangs: false)
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        while try await agent.run("sensors", "enable", "plugin_x.a.b").status != 0 { await Task.yield() }
        await home.until { $0.state(of: "plugin_x.a.b") == "7" }
        let plugins = agent.folder.path + "/plugins"
        let script = try String(contentsOfFile: plugins + "/x.sh", encoding: .utf8)
        let news = script.replacing(
            #"{"id":"a.b","name":"B"}"#,
            with: #"{"id":"a.c","name":"B","former_ids":["a.b"]},{"id":"a.d","name":"D"}"#
        ).replacing(#"{"id":"a.b","value":7}"#, with: #"{"id":"a.c","value":8}"#)
        try ScriptFile.write(news, to: plugins + "/.new")
        #expect(rename(plugins + "/.new", plugins + "/x.sh") == 0)
        await home.until { $0.state(of: "plugin_x.a.b") == "8" }
        let listed = try await agent.run("sensors", "--json").standardOutput
        #expect(listed.contains("plugin_x.a.c") && !listed.contains("plugin_x.a.b"))
        let disabled = try await agent.run("sensors", "disable", "plugin_x.a.b")
        #expect(disabled.status == 0 && disabled.standardOutput.contains("plugin_x.a.c"), "\(disabled)")
        await home.until { $0.entities().allSatisfy(\.isDisabled) }
        #expect(home.entities().map(\.uniqueID) == ["plugin_x.a.b"])
        try await agent.stop(daemon)
        home.stop()
    }

    @Test(
        "a plugin that is dropped in is listed without a restart, one that is changed anew, and one that is gone is not run"
    )
    func dropsIn() async throws {
        let agent = try AgentProgram()
        let daemon = try await start(agent, hangs: false)
        let plugins = agent.folder.path + "/plugins"
        func untilListed(_ text: String, _ isListed: Bool = true) async throws {
            while try await agent.run("plugins").standardOutput.contains(text) != isListed {
                await Task.yield()
            }
        }
        try await untilListed("x     idle   1")
        let script = try String(contentsOfFile: plugins + "/x.sh", encoding: .utf8)
        // Under another name first, as a package manager does.
        try ScriptFile.write(script, to: plugins + "/.new")
        #expect(rename(plugins + "/.new", plugins + "/y.sh") == 0)
        try await untilListed("y     idle   1")
        try ScriptFile.write(
            script.replacing(#"{"id":"a.b","name":"B"}"#, with: #"{"id":"a.b","name":"B"},{"id":"a.c","name":"C"}"#),
            to: plugins + "/y.sh"
        )
        try await untilListed("y     idle   2")
        #expect(unlink(plugins + "/y.sh") == 0)
        try await untilListed("y     ", false)
        try await agent.stop(daemon)
    }
}
