import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// The path of README's section on plugins, as an author goes it.
@Suite(.world(), .timeLimit(.minutes(10)))
struct AuthorPathTests {
    @Test(
        "from a new plugin to its value at the server: new, edit, drop in, reload, enable",
        arguments: [("shell", "mine.sh"), ("Python", "mine.py")]
    )
    func wholeWay(_ language: String, _ file: String) async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let plugins = agent.folder.path + "/plugins"
        try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: false)
        chmod(plugins, 0o755)
        let daemon = try RunningProgram(
            [try AgentProgram.path(), "run", "--state-dir", agent.state],
            environment: ["SENSOR_AGENT_PLUGINS": plugins]
        )
        #expect(await daemon.says("started"))
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")

        let made = try await ChildProgram.run([
            "sh", "-c", #"cd "$1" && "$0" plugins new mine --language "$2""#, try AgentProgram.path(),
            agent.folder.path, language,
        ])
        #expect(made.status == 0, "\(made.standardError)")
        let test = "tests/" + file.replacing(".", with: "_test.")
        let tested = try await ChildProgram.run(["\(agent.folder.path)/\(test)"])
        #expect(tested.status == 0, "its own test: \(tested)")
        let text = try agent.folder.text(of: file)
        #expect(text.contains("Users with a home"))
        try ScriptFile.write(text.replacing("Users with a home", with: "Homes"), to: "\(plugins)/\(file)")

        #expect(try await agent.run("reload").status == 0)
        // Its first list takes a plugin a moment.
        while try await !agent.run("sensors").standardOutput.contains("plugin_mine.example.users") {
            await Task.yield()
        }
        #expect(try await agent.run("sensors").standardOutput.contains("Homes"))
        #expect(home.entities().isEmpty)
        #expect(try await agent.run("sensors", "enable", "plugin_mine.*").status == 0)
        await home.until { $0.state(of: "plugin_mine.example.users").flatMap { Int($0) } != nil }
        try await agent.stop(daemon)
        home.stop()
    }
}
