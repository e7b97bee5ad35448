import FoundationEssentials
import Glibc
import Live
import TestSupport
import Testing

/// A plugin that tries what it must not be able to do, as the user who runs the daemon. With the package it is another user,
/// which the lab tries (`packaging/lab/inside/hostile`).
@Suite(.timeLimit(.minutes(10))) struct HostilePluginTests {
    private static let hasSignalScope = (Landlock.version ?? 0) >= 6

    @Test(
        "a plugin of the same user reaches neither state nor control socket nor processes of the agent, and changes no file but its own",
        .enabled(if: hasSignalScope, "the kernel has no Landlock of version 6")
    )
    func sameUser() async throws {
        let agent = try AgentProgram()
        let plugins = agent.folder.path + "/plugins"
        try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: false)
        chmod(plugins, 0o755)
        let program = try await AgentProgram.copy(in: agent.folder)
        try ScriptFile.write(try Self.script(agent, program), to: plugins + "/hostile.sh")
        let daemon = try RunningProgram(
            [try AgentProgram.path(), "run", "--state-dir", agent.state],
            environment: ["SENSOR_AGENT_PLUGINS": plugins]
        )
        #expect(await daemon.says("started"))
        while try await !agent.run("sensors").standardOutput.contains("plugin_hostile.try.own_null") {
            await Task.yield()
        }
        let read = try await agent.run("sensors", "read", "plugin_hostile.*", "--json")
        let document = try JSONDecoder().decode(Listing.self, from: Data(read.standardOutput.utf8))
        let outcomes = Dictionary(uniqueKeysWithValues: document.sensors.map { ($0.id, $0.value ?? "none") })
        for (name, _) in Self.attempts {
            let isOwn = name.hasPrefix("own_")
            #expect(outcomes["plugin_hostile.try.\(name)"] == (isOwn ? "done" : "refused"), "\(name)")
        }
        #expect(try agent.folder.text(of: "state/agent.db").isEmpty == false)
        #expect(try await agent.run("status").status == 0)
        try await agent.stop(daemon)
    }

    @Test(
        "a plugin that asks the daemon for something is told why it gets no answer",
        .enabled(if: hasSignalScope, "the kernel has no Landlock of version 6")
    )
    func toldWhy() async throws {
        let agent = try AgentProgram()
        let plugins = agent.folder.path + "/plugins"
        try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: false)
        chmod(plugins, 0o755)
        let program = try await AgentProgram.copy(in: agent.folder)
        // What it says ends up in the log.
        let script = """
            #!/bin/sh
            read -r line
            '\(program)' status --state-dir '\(agent.state)'
            """
        try ScriptFile.write(script, to: plugins + "/asks.sh")
        let daemon = try RunningProgram(
            [try AgentProgram.path(), "run", "--state-dir", agent.state],
            environment: ["SENSOR_AGENT_PLUGINS": plugins]
        )
        #expect(await daemon.says("takes no requests from plugins"))
        try await agent.stop(daemon)
    }

    private struct Listing: Decodable {
        struct Sensor: Decodable {
            var id: String
            var value: String?
        }
        var sensors: [Sensor]
    }

    /// What it tries, in the shell's words. `own_` is what a plugin must be able to do.
    private static let attempts = [
        ("read_state", #"cat "$state/agent.db""#), ("copy_state", #"cp "$state/outbox.db" ."#),
        ("change_state", #"echo x >> "$state/agent.db""#), ("remove_state", #"rm -f "$state/agent.db""#),
        ("add_state", #"touch "$state/evil""#), ("replace_socket", #"mv "$state/control.sock" "$state/other""#),
        ("control_socket", #""$agent" status --state-dir "$state""#),
        ("signal_host", #"kill -0 "$host""#), ("signal_daemon", #"kill -0 "$daemon""#),
        ("signal_keeper", #"kill -0 "$keeper""#),
        ("trace_host", #"( : < "/proc/$host/mem" )"#), ("trace_daemon", #"( : < "/proc/$daemon/mem" )"#),
        ("change_run", #"touch /run/sensor-agent-hostile"#), ("change_etc", #"touch /etc/sensor-agent-hostile"#),
        ("change_programs", #"touch /usr/local/bin/sensor-agent-hostile"#),
        ("other_plugin", #"ls "$state/plugins" && cat "$state/plugins/other/secret""#),
        ("own_folder", #"echo x > file && cat file && rm file"#), ("own_child", #"sleep 100 & kill $!"#),
        (
            "own_system",
            #"cat /etc/passwd && ls / && cat /proc/self/status && cat /sys/kernel/mm/transparent_hugepage/enabled || ls /sys"#
        ),
        ("own_memory", #"( : < /proc/self/mem )"#),
        ("own_view", #"grep -q plugin-host "/proc/$host/cmdline" && grep -q run "/proc/$daemon/cmdline""#),
        ("own_null", #"echo x > /dev/null"#),
    ]

    private static func script(_ agent: AgentProgram, _ program: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: agent.state + "/plugins/other",
            withIntermediateDirectories: true
        )
        chmod(agent.state, 0o700)
        try Data("secret".utf8).write(to: URL(filePath: agent.state + "/plugins/other/secret"))
        let sensors = attempts.map { #"{"id":"try.\#($0.0)","name":"\#($0.0)"}"# }.joined(separator: ",")
        let tries = attempts.map { "attempt \($0.0) '\($0.1)'" }.joined(separator: "\n")
        return """
            #!/bin/sh
            state='\(agent.state)' agent='\(program)' plugins='\(agent.folder.path)/plugins'
            host=$PPID
            keeper=$(cut -d' ' -f4 "/proc/$host/stat")
            daemon=$(cut -d' ' -f4 "/proc/$keeper/stat")
            attempt() {
                if eval "$2" >/dev/null 2>&1; then outcome=done; else outcome=refused; fi
                printf '%s{"id":"try.%s","value":"%s"}' "$comma" "$1" "$outcome"
                comma=,
            }
            while read -r line; do case $line in
            *'"request":"hello"'*) echo '{"answer":"hello","protocol":1}';;
            *'"request":"list"'*) echo '{"answer":"list","sensors":[\(sensors)]}';;
            *'"request":"read"'*)
                printf '{"answer":"read","readings":['
                comma=
                \(tries)
                printf ']}\\n';;
            *'"request":"bye"'*) exit 0;;
            esac; done
            """
    }
}
