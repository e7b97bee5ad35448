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
            "refused: line 2, column 1: this is no JSON", "refused: id 'A': ", "a.b  malformed", "stderr: oops",
            "pushed: the list is another one now", "it ended without an answer to 'health'",
            "it ended with exit code 3",
        ] {
            #expect(said.contains(part), "\(part)\n\(said)")
        }
    }

    @Test("root does not try a plugin unless he says so", arguments: ["run", "test"])
    func asRoot(_ word: String) async throws {
        let output = try await ChildProgram.run([try AgentProgram.path(), "plugins", word, "/nowhere/x.sh"])
        #expect(output.standardError.contains("--as-root") == (geteuid() == 0))
        #expect(output.status != 0)
    }
}
