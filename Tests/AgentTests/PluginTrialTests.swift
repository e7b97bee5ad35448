import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Plugins that their author runs by hand.
@Suite(.timeLimit(.minutes(5))) struct PluginTrialTests {
    private static let top = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
        separator: "/"
    )

    private func talk(_ plugin: String, _ typed: String) async throws -> ChildProgram.Output {
        try await ChildProgram.run([
            "sh", "-c", #"printf "$2" | "$0" plugins run --as-root "$1""#, try AgentProgram.path(), plugin, typed,
        ])
    }

    @Test("what is typed is asked, and the answer is shown as the agent would take it")
    func conversation() async throws {
        let output = try await talk(
            "\(Self.top)/Plugins/Examples/load.sh",
            "list\\nread load.one a.b\\nhealth\\nnonsense\\nbye\\n"
        )
        let lines = output.standardOutput.split(separator: "\n")
        #expect(lines.first == "Load 1: protocol 1, kept while one of its sensors is enabled")
        #expect(lines.contains { $0.hasPrefix("load.fifteen  Load over 15 min") })
        #expect(lines.contains { $0.hasPrefix("load.one  ") && $0.contains { $0.isNumber } })
        #expect(lines.contains { $0.hasPrefix("a.b       unavailable: not_present") })
        #expect(lines.contains("well"))
        #expect(lines.contains("'nonsense' is not known here; help tells what is"))
        #expect(lines.last == "it ended with exit code 0")
        #expect(output.status == 0)
    }

    @Test("what the agent would refuse is told, and what the plugin says by itself")
    func refusals() async throws {
        let folder = try TemporaryFolder()
        let text = #"""
            #!/bin/sh
            while read -r line; do case $line in
            *'"hello"'*) echo '{"answer":"hello","protocol":1}';;
            *'"list"'*) echo 'Ping ok'; echo '{"answer":"list","sensors":[{"id":"a.b","name":"B","unit":"W"},{"id":"A","name":"C"}]}';;
            *'"read"'*) echo oops >&2; echo '{"push":"list_again"}'; echo '{"answer":"read","readings":[{"id":"a.b","value":"x"}]}';;
            *) exit 3;;
            esac; done

            """#
        try ScriptFile.write(text, to: folder.path + "/x.sh")
        let output = try await talk(folder.path + "/x.sh", "list\\nread\\nhealth\\nread\\n")
        let said = output.standardOutput
        for part in [
            "refused: line 2, column 1: this is no JSON: Ping ok", "refused: id 'A': ", "a.b  malformed",
            "stderr: oops",
            "pushed: the list is another one now", "it ended without an answer to 'health'",
            "it ended with exit code 3",
        ] {
            #expect(said.contains(part), "\(part)\n\(said)")
        }
    }

    @Test("what would be cut, left out or passed over is told, whether or not the list was asked for before")
    func judgement() async throws {
        let folder = try TemporaryFolder()
        let long = String(repeating: "x", count: 300)
        let text = #"""
            #!/bin/sh
            while read -r line; do case $line in
            *'"hello"'*) echo '{"answer":"hello","protocol":1}';;
            *'"list"'*) echo '{"answer":"list","sensors":[{"id":"a.b","name":"B","stateclass":"measurement"},{"id":"a.c","name":"C"},{"id":"a.d","name":"D"}]}';;
            *'"read"'*) echo '{"answer":"read","readings":[{"id":"a.b","value":1,"attributes":{"x":1}},{"id":"a.c","unavailable":"broken"},{"id":"a.d","value":"\#(long)"}]}';;
            *'"bye"'*) echo '{"answer":"bye"}'; exit;;
            esac; done

            """#
        try ScriptFile.write(text, to: folder.path + "/x.sh")
        let output = try await talk(folder.path + "/x.sh", "read a.b a.c a.d\\nbye\\n")
        let said = output.standardOutput
        for part in [
            "note: the key 'stateclass' of a sensor means nothing here",
            "refused: a.b: attributes that are not in its list: x",
            "refused: a.c: neither a known reason", "refused: a.d: a text of more than 255 characters",
        ] {
            #expect(said.contains(part), "\(part)\n\(said)")
        }
        #expect(said.split(separator: "\n").contains { $0.hasPrefix("a.c  malformed") }, "\(said)")
        #expect(!said.contains("x=1"), "\(said)")
        #expect(output.status == 0)
    }

    @Test("a bare file name has its manifest, whose slips are told, and the plugin is told its whole path")
    func bareName() async throws {
        let folder = try TemporaryFolder()
        let text = """
            #!/bin/sh
            echo "I am $SENSOR_AGENT_PLUGIN" >&2
            while read -r line; do case $line in
            *'"hello"'*) echo '{"answer":"hello","protocol":1}';;
            *'"bye"'*) echo '{"answer":"bye"}'; exit;;
            esac; done

            """
        try ScriptFile.write(text, to: folder.path + "/x.sh")
        try Data(#"{"read":["/srv/x"],"netwrok":true}"#.utf8).write(to: URL(filePath: folder.path + "/x.json"))
        let output = try await ChildProgram.run([
            "sh", "-c", #"cd "$1" && echo bye | "$0" plugins run --as-root x.sh"#, try AgentProgram.path(), folder.path,
        ])
        let said = output.standardOutput
        #expect(said.contains("/x.json: it has what that asks for: read /srv/x"), "\(said)")
        #expect(said.contains("note: the key 'netwrok' of the manifest means nothing here"), "\(said)")
        let whole = said.split(separator: "\n").first { $0.hasPrefix("stderr: I am /") && $0.hasSuffix("/x.sh") }
        #expect(whole != nil, "\(said)")
    }

    @Test("one that does not say hello, or crashes, is not asked on, and the exit code says so")
    func crash() async throws {
        let folder = try TemporaryFolder()
        try ScriptFile.write("#!/bin/sh\necho broken >&2\nexit 3\n", to: folder.path + "/x.sh")
        let output = try await talk(folder.path + "/x.sh", "list\\nread\\nhealth\\n")
        #expect(output.status == 1)
        #expect(output.standardOutput.contains("it ended with exit code 3"), "\(output)")
        for word in ["list", "read", "health"] { #expect(!output.standardOutput.contains("'\(word)'"), "\(output)") }
    }

    @Test("a folder that is not the Swift package is not written into a new plugin")
    func wrongSDK() async throws {
        let folder = try TemporaryFolder()
        let output = try await ChildProgram.run([
            "sh", "-c", #"cd "$1" && "$0" plugins new mine --language swift --sdk /nowhere"#, try AgentProgram.path(),
            folder.path,
        ])
        #expect(output.status == 64)
        #expect(output.standardError.contains("'/nowhere' is not the Swift package"))
        #expect(access(folder.path + "/mine", F_OK) != 0)
    }

    @Test("root does not try a plugin unless he says so", arguments: ["run", "test"])
    func asRoot(_ word: String) async throws {
        let output = try await ChildProgram.run([try AgentProgram.path(), "plugins", word, "/nowhere/x.sh"])
        #expect(output.standardError.contains("--as-root") == (geteuid() == 0))
        #expect(output.status != 0)
    }
}
