import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// Each wrong thing gets a clear message and its exit code, and changes nothing.
@Suite(.world(), .timeLimit(.minutes(5)))
struct BadInputTests {
    @Test(
        "a command line that makes no sense is a matter of usage",
        arguments: [
            [], ["sensor"], ["servers", "add"], ["sensors", "enable"], ["sensors", "read"], ["frobnicate"],
            ["sensors", "frobnicate"], ["status", "--frobnicate"], ["status", "extra"], ["status", "--json=yes"],
            ["sensors", "list", "--socket"], ["demo", "--for", "soon"], ["run", "--measure-interval", "-1s"],
            ["sensors", "enable", "x", "--server", "a", "--all-servers"], ["audit", "--since", "2026-13-45"],
            ["audit", "--since", "2026-02-29"], ["audit", "--since", "2026-00-10"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let output = try await ChildProgram.run(
            [try AgentProgram.path()] + arguments + ["--state-dir", "/nonexistent"]
        )
        // Without a daemon, a line that is right ends with 69.
        let isRight = arguments == ["sensor"]
        #expect(output.status == (isRight ? 69 : 64), "\(output.standardError)")
        #expect(output.standardError.hasPrefix("agent: "))
        #expect(output.standardOutput.isEmpty)
    }

    @Test(
        "what is wrong with a command line is named before all that follows from it",
        arguments: [
            (["servers", "add", "http://a", "--token", "abc"], "'agent servers add' has no option --token;"),
            (["sensors", "list", "extra"], "usage: agent sensors list; see"),
            (["servers", "add", "http://a", "--kind", "webhok"], "'webhok'; there are homeassistant, webhook"),
            (["sensors", "read", "system", "--all"], "give patterns, or --all, not both;"),
        ]
    )
    func firstFault(arguments: [String], text: String) async throws {
        let output = try await ChildProgram.run(
            [try AgentProgram.path()] + arguments + ["--state-dir", "/nonexistent"]
        )
        #expect(output.status == 64 && output.standardError.contains(text), "\(output.standardError)")
    }

    @Test("without a daemon every command that needs it says how to start one")
    func noDaemon() async throws {
        let agent = try AgentProgram()
        for command in [["sensors"], ["status"], ["servers"], ["sensors", "enable", "battery"], ["reload"]] {
            let output = try await ChildProgram.run([try AgentProgram.path()] + command + ["--state-dir", agent.state])
            #expect(output.status == 69)
            #expect(output.standardError.contains("agent run"))
        }
    }

    @Test(
        "a daemon that can't make its folder or its socket, or whose folder is open, says so, each with its exit code"
    )
    func places() async throws {
        let agent = try AgentProgram()
        let key = agent.folder.path + "/key"
        _ = try await ChildProgram.run([try AgentProgram.path(), "keys", "new", "--output", key])
        for folder in ["/proc/x", key] {
            let output = try await ChildProgram.run(
                [try AgentProgram.path(), "receive", "--key-file", key, "--state-dir", folder]
            )
            #expect(output.status == 73)
            #expect(output.standardError.contains("can't make the folder \(folder)"), "\(output.standardError)")
        }
        try #require(mkdir(agent.folder.path + "/open", 0o700) == 0)
        try #require(chmod(agent.folder.path + "/open", 0o777) == 0)
        let cases: [([String], Int32, String)] = [
            (["--state-dir", "/proc/x"], 73, "--state-dir"),
            (["--state-dir", agent.state, "--socket", "/no/such/socket"], 73, "--socket"),
            (["--state-dir", agent.folder.path + "/open"], 78, "chmod go-w"),
        ]
        for (options, status, words) in cases {
            let output = try await ChildProgram.run([try AgentProgram.path(), "run"] + options)
            #expect(output.status == status, "\(output.standardError)")
            #expect(output.standardError.contains(words), "\(output.standardError)")
        }
    }

    @Test("where nothing answers, neither name nor token is asked for")
    func probe() async throws {
        let home = try FakeHomeAssistant()
        let url = home.url
        home.stop()
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        // Standard input is empty: a question for the token would end with 65.
        let output = try await agent.run("servers", "add", url, "--name", "home")
        #expect(output.status == 69, "\(output.standardError)")
        #expect(!output.standardError.contains("will call this machine"))
        try await agent.stop(daemon)
    }

    @Test("a password in a URL is refused and not repeated")
    func passwordInURL() async throws {
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        for kind in [[], ["--kind", "webhook"]] {
            let arguments = ["servers", "add", "http://u:hunter2@127.0.0.1:9"] + kind + ["--state-dir", agent.state]
            let output = try await ChildProgram.run([try AgentProgram.path()] + arguments)
            #expect(output.status == 64, "\(output.standardError)")
            #expect(!(output.standardOutput + output.standardError).contains("hunter2"))
        }
        try await agent.stop(daemon)
    }

    @Test("a server that is removed while it is away was not told, and that is said; one that is there was")
    func removedWhileAway() async throws {
        let held = try HeldPort()
        defer { held.letGo() }
        let home = try FakeHomeAssistant(port: held.port)
        let there = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        _ = try await agent.add(there.url, token: there.token.exposed, name: "there")
        _ = try await agent.run("sensors", "enable", "battery.bat0.level", "--all-servers")
        await home.until { $0.state(of: "battery.bat0.level") == "71" }
        await there.until { $0.state(of: "battery.bat0.level") == "71" }
        var status = ""
        while !status.contains("answered last: ") { status = try await agent.run("status").standardOutput }
        #expect(try await agent.run("status", "--json").standardOutput.contains("\"last_receipt\""))
        home.stop()
        let away = try await agent.run("servers", "remove", "home")
        #expect(away.standardOutput.contains("did not answer"), "\(away.standardOutput)")
        let told = try await agent.run("servers", "remove", "there")
        #expect(!told.standardOutput.contains("did not answer"), "\(told.standardOutput)")
        #expect(there.state(of: "battery.bat0.level") == "unavailable")
        try await agent.stop(daemon)
        there.stop()
    }

    @Test("unknown sensors and servers are named, near ones are offered, nothing changes")
    func unknownNames() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        let early = try await agent.run("sensors", "enable", "battery")
        #expect(early.status == 64)
        #expect(early.standardError.contains("agent servers add"))
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")

        let misspelt = try await agent.run("sensors", "enable", "battery.bat0.level", "battery.bat0.levle")
        #expect(misspelt.status == 64)
        #expect(misspelt.standardError.contains("nothing was changed"))
        #expect(misspelt.standardError.contains("battery.bat0.level"))
        // It changes nothing anyway.
        let read = try await agent.run("sensors", "read", "battery.bat0.levle")
        #expect(read.status == 64)
        #expect(!read.standardError.contains("changed"))
        let server = try await agent.run("sensors", "enable", "battery", "--server", "hone")
        #expect(server.status == 64)
        #expect(server.standardError.contains("home"))
        let taken = try await agent.add(home.url, token: home.token.exposed, name: "home")
        #expect(taken.status == 64)
        let bad = try await agent.add(home.url, token: home.token.exposed, name: "My Home")
        #expect(bad.status == 64)
        #expect(home.deviceNames.count == 1)
        #expect(home.entities().isEmpty)
        let listed = try await agent.run("sensors", "--json")
        #expect(!listed.standardOutput.contains("\"enabled\" : true"))
        try await agent.stop(daemon)
        home.stop()
    }

    @Test("with several servers one must be named")
    func severalServers() async throws {
        let first = try FakeHomeAssistant()
        let second = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        _ = try await agent.add(first.url, token: first.token.exposed, name: "one")
        _ = try await agent.add(second.url, token: second.token.exposed, name: "two")
        let unclear = try await agent.run("sensors", "enable", "battery.bat0.level")
        #expect(unclear.status == 64)
        #expect(unclear.standardError.contains("--all-servers"))
        #expect(try await agent.run("sensors", "enable", "battery.bat0.level", "--all-servers").status == 0)
        #expect(try await agent.run("sensors", "enable", "storage.root.used_percent", "--server", "two").status == 0)
        let one = try await agent.run("sensors", "list", "--server", "one", "--json").standardOutput
        #expect(one.contains("battery.bat0.level") && !one.contains("storage.root.used_percent"))
        let two = try await agent.run("sensors", "list", "--server", "two").standardOutput
        #expect(two.contains("battery.bat0.level") && two.contains("storage.root.used_percent"))
        #expect(!two.contains("battery.bat0.energy"))
        let three = try await agent.run("sensors", "list", "--server", "three")
        #expect(three.status == 64)
        #expect(three.standardError.contains("one, two"))
        await first.until { $0.state(of: "battery.bat0.level") == "71" }
        await second.until { $0.state(of: "battery.bat0.level") == "71" }
        try await agent.stop(daemon)
        first.stop()
        second.stop()
    }

    @Test("servers that can't be used are refused with the reason, and nothing is left there or here")
    func unusableServers() async throws {
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        let cases: [(FakeHomeAssistant, String, Int32, String)] = [
            (try FakeHomeAssistant(), "wrong-token", 77, "token"),
            (try FakeHomeAssistant(version: "2022.5.5"), "", 76, "2023.6"),
            (try FakeHomeAssistant(components: ["api"]), "", 76, "mobile_app"),
            (try FakeHomeAssistant(isRunning: false), "", 69, "starting"),
            (try FakeHomeAssistant(encrypts: false), "", 76, "key"),
        ]
        for (home, token, status, word) in cases {
            let output = try await agent.add(home.url, token: token.isEmpty ? home.token.exposed : token, name: "home")
            #expect(output.status == status, "\(output.standardError)")
            #expect(output.standardError.contains(word))
            home.stop()
        }
        let gone = cases[0].0.url
        let refused = try await agent.add(gone, token: "t", name: "home")
        #expect(refused.status == 69)
        #expect(try await agent.add("not a url", token: "t", name: "home").status == 64)
        #expect(try await agent.add("ftp://host", token: "t", name: "home").status == 64)
        #expect(try await agent.add(gone, token: "two words", name: "home").status == 65)
        let missing = try await agent.run("servers", "add", gone, "--token-file", "/nonexistent/token")
        #expect(missing.status == 65)
        #expect(try await agent.run("servers").standardOutput.contains("no servers"))
        try await agent.stop(daemon)
    }

    @Test("a second daemon on one state folder says so and ends with 75, and the first goes on")
    func twoDaemons() async throws {
        let agent = try AgentProgram()
        let first = try await agent.startDaemon()
        let second = try await agent.run("run", "--socket", agent.folder.path + "/other.sock")
        #expect(second.status == 75)
        #expect(second.standardError.contains(agent.state))
        let third = try await ChildProgram.run([
            try AgentProgram.path(), "run", "--state-dir", agent.folder.path + "/other", "--socket",
            agent.state + "/control.sock",
        ])
        #expect(third.status == 75)
        #expect(try await agent.run("status").status == 0)
        try await agent.stop(first)
    }

    @Test("a damaged agent.db stops the daemon with 78 and is not touched")
    func damagedDatabase() async throws {
        let agent = try AgentProgram()
        try await agent.stop(try await agent.startDaemon())
        let file = URL(filePath: agent.state + "/agent.db")
        let rubbish = Data(repeating: 0x55, count: 8192)
        try rubbish.write(to: file)
        let output = try await agent.run("run")
        #expect(output.status == 78)
        #expect(output.standardError.contains("agent.db"))
        #expect(try Data(contentsOf: file) == rubbish)
    }

    @Test("a state folder that can't be made is said before anything is registered")
    func noStateFolder() async throws {
        // Nobody can make a folder in /sys, root neither.
        let output = try await ChildProgram.run([
            try AgentProgram.path(), "run", "--state-dir", "/sys/sensor-agent", "--socket", "/tmp/unused.sock",
        ])
        #expect([73, 74, 77].contains(output.status), "\(output.standardError)")
        #expect(output.standardError.contains("/sys/sensor-agent"))
    }

    @Test("a file that is in the way of the socket is left alone")
    func fileInTheWay() async throws {
        let agent = try AgentProgram()
        let file = URL(filePath: agent.folder.path + "/precious")
        try Data("precious".utf8).write(to: file)
        let output = try await agent.run("run", "--socket", file.path)
        #expect(output.status == 64)
        #expect(try Data(contentsOf: file) == Data("precious".utf8))
    }
}
