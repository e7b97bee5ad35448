import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// `agent apply` as configuration management runs it, against the stand-in server.
@Suite(.world(), .timeLimit(.minutes(5)))
struct ApplyTests {
    private struct Setup {
        let home: FakeHomeAssistant
        let agent: AgentProgram

        init() throws {
            home = try FakeHomeAssistant()
            agent = try AgentProgram()
            try write(home.token.exposed + "\n", to: "token", mode: 0o600)
        }

        func path(_ name: String) -> String { agent.folder.path + "/" + name }

        func write(_ text: String, to name: String, mode: mode_t = 0o644) throws {
            try Data(text.utf8).write(to: URL(filePath: path(name)))
            try #require(chmod(path(name), mode) == 0)
        }

        /// A file that registers and enables a sensor.
        var file: String {
            """
            [server home]
            url = \(home.url)
            device-name = Test box
            token-file = \(path("token"))
            sensor = battery.bat0.level
            optional-sensor = battery.bat7.level
            [intervals]
            battery.bat0.level = 40s
            """
        }
    }

    @Test(
        "a fresh machine is brought about by a file; a second time nothing is changed, and the token is needed no more"
    )
    func fresh() async throws {
        let setup = try Setup()
        let agent = setup.agent
        let daemon = try await agent.startDaemon()
        try setup.write(setup.file, to: "wanted")
        let path = setup.path("wanted")

        let check = try await agent.run("apply", path, "--check")
        #expect(check.status == 1, "\(check.standardError)")
        #expect(check.standardOutput.contains("+ server home: registered at \(setup.home.url)"))
        #expect(check.standardOutput.contains("+ sensor battery.bat0.level on home"))
        #expect(check.standardOutput.contains("not on this machine: battery.bat7.level"))
        #expect(setup.home.deviceNames.isEmpty)

        let done = try await agent.run("apply", path)
        #expect(done.status == 0, "\(done.standardError)")
        #expect(done.standardOutput.contains("+ interval battery.bat0.level: 40 s"))
        await setup.home.until { $0.state(of: "battery.bat0.level") == "71" }
        #expect(setup.home.deviceNames == ["Test box"])
        #expect(setup.home.entities().map(\.uniqueID) == ["battery.bat0.level"])

        try #require(unlink(setup.path("token")) == 0)
        let again = try await agent.run("apply", path)
        #expect(again.status == 0, "\(again.standardError)")
        #expect(again.standardOutput.contains("all is as the file says"))
        #expect(try await agent.run("apply", path, "--check").status == 0)
        #expect(setup.home.deviceNames.count == 1)
        #expect(!daemon.log.joined().contains(setup.home.token.exposed))
        try await agent.stop(daemon)
        setup.home.stop()
    }

    @Test("only what the file names is changed, unless it says exclusive; then the rest goes")
    func exclusive() async throws {
        let setup = try Setup()
        let agent = setup.agent
        let daemon = try await agent.startDaemon()
        _ = try await agent.add(setup.home.url, token: setup.home.token.exposed, name: "home")
        _ = try await agent.run("sensors", "enable", "battery.bat0.level", "storage.root.used_percent")
        try setup.write("[server home]\nsensor = battery.bat0.level\n", to: "wanted")
        let open = try await agent.run("apply", setup.path("wanted"))
        #expect(open.standardOutput.contains("all is as the file says"), "\(open.standardError)")

        try setup.write("[server home]\nsensor = battery.bat0.level\nexclusive = yes\n", to: "wanted")
        let closed = try await agent.run("apply", setup.path("wanted"), "--json")
        #expect(closed.status == 0, "\(closed.standardError)")
        #expect(closed.standardOutput.contains("\"storage.root.used_percent\""))
        let file = try await agent.run("apply", "--print").standardOutput
        #expect(file.contains("battery.bat0.level"))
        #expect(!file.contains("storage.root.used_percent"))

        try setup.write("exclusive = yes\n", to: "wanted")
        let gone = try await agent.run("apply", setup.path("wanted"))
        #expect(gone.status == 0, "\(gone.standardError)")
        #expect(gone.standardOutput.contains("- server home"))
        #expect(try await agent.run("servers").standardOutput.contains("home") == false)
        try await agent.stop(daemon)
        setup.home.stop()
    }

    @Test(
        "what is on at one machine is carried to another by the printed file, with a token and nothing else to be said"
    )
    func carried() async throws {
        let setup = try Setup()
        let first = setup.agent
        let daemon = try await first.startDaemon()
        _ = try await first.add(setup.home.url, token: setup.home.token.exposed, name: "home")
        _ = try await first.run("sensors", "enable", "battery.bat0.level", "storage.root.used_percent")
        _ = try await first.run("sensors", "set", "battery.bat0.level", "interval", "2m")
        let printed = try await first.run("apply", "--print")
        #expect(printed.status == 0)
        let text = printed.standardOutput
        #expect(!text.contains(setup.home.token.exposed))
        // The charge of the battery; a port may have these digits too.
        #expect(!text.replacing(setup.home.url, with: "").contains("71"))

        let second = try AgentProgram()
        try second.machine.remove("/sys/class/power_supply/BAT0")
        let other = try await second.startDaemon()
        let file = text.replacing(
            "# token-file = PATH, or token-credential = NAME",
            with: "token-file = \(setup.path("token"))"
        )
        try setup.write(file, to: "carried")
        let done = try await second.run("apply", setup.path("carried"))
        #expect(done.status == 0, "\(done.standardError)")
        #expect(done.standardOutput.contains("not on this machine: battery.bat0.level"))
        await setup.home.until { $0.deviceNames.count == 2 }
        #expect(try await second.run("apply", setup.path("carried"), "--check").status == 0)
        try await first.stop(daemon)
        try await second.stop(other)
        setup.home.stop()
    }

    @Test(
        "a file that asks for what can't be changes nothing and names line and key; what is missing is told with near ones"
    )
    func refused() async throws {
        let setup = try Setup()
        let agent = setup.agent
        let daemon = try await agent.startDaemon()
        let register = "[server home]\nurl = \(setup.home.url)\n"
        try setup.write("\(setup.home.token.exposed)\n", to: "open-token", mode: 0o644)
        let cases = [
            (
                "\(register)token-file = \(setup.path("token"))\nsensor = battery.bat0.levle\n",
                ["line 4", "battery.bat0.level"]
            ),
            (register, ["line 2", "[server home]", "token-file", "token-credential"]),
            ("[server home]\nsensor = battery\n", ["line 2", "no url"]),
            ("\(register)token-file = \(setup.path("open-token"))\n", ["line 3", "token-file", "chmod"]),
            ("\(register)token-file = \(setup.path("missing"))\n", ["line 3", "token-file", "No such file"]),
            ("\(register)token-credential = ha\n", ["line 3", "token-credential", "LoadCredentialEncrypted"]),
            ("[sources]\nbattery = /mnt\n", ["line 2", "battery"]),
            ("[sources]\nstorage = mnt\n", ["line 2", "storage", "whole path"]),
            ("[server My Home]\nurl = http://a\n", ["line 2", "[server My Home]"]),
        ]
        for (text, words) in cases {
            try setup.write(text, to: "wanted")
            for options in [["--check"], []] {
                let output = try await ChildProgram.run(
                    [try AgentProgram.path(), "apply", setup.path("wanted"), "--state-dir", agent.state] + options
                )
                #expect(output.status == 65, "\(text): \(output.standardError)")
                #expect(
                    output.standardError.split(separator: "nothing was changed").count <= 2,
                    "\(output.standardError)"
                )
                for word in [setup.path("wanted")] + words {
                    #expect(output.standardError.contains(word), "\(output.standardError)")
                }
            }
        }
        #expect(setup.home.deviceNames.isEmpty)
        #expect(try await agent.run("apply").status == 64)
        #expect(try await agent.run("apply", "x", "--print").status == 64)
        try await agent.stop(daemon)
        setup.home.stop()
    }

    @Test(
        "a credential of the service registers without a token file; one that is encrypted still, or missing, is told"
    )
    func credential() async throws {
        let setup = try Setup()
        let agent = setup.agent
        try #require(mkdir(setup.path("credentials"), 0o700) == 0)
        try setup.write(setup.home.token.exposed + "\n", to: "credentials/ha", mode: 0o400)
        try setup.write("two words\n", to: "credentials/odd", mode: 0o400)
        let daemon = try RunningProgram(
            [try AgentProgram.path(), "run", "--state-dir", agent.state, "--root", agent.machine.path],
            environment: ["CREDENTIALS_DIRECTORY": setup.path("credentials")]
        )
        #expect(await daemon.says("started"))
        let file = { (name: String) in "[server home]\nurl = \(setup.home.url)\ntoken-credential = \(name)\n" }
        for name in ["odd", "missing", "../token"] {
            try setup.write(file(name), to: "wanted")
            let output = try await agent.run("apply", setup.path("wanted"))
            #expect(output.status == 65)
            #expect(output.standardError.contains("line 3: token-credential"), "\(output.standardError)")
        }
        try setup.write(file("ha"), to: "wanted")
        let output = try await agent.run("apply", setup.path("wanted"))
        #expect(output.status == 0, "\(output.standardError)")
        #expect(setup.home.deviceNames.count == 1)
        try await agent.stop(daemon)
        setup.home.stop()
    }

    @Test("a server that is away does not keep the file from the other one, and the command ends as the failure says")
    func oneAway() async throws {
        let setup = try Setup()
        let held = try HeldPort()
        defer { held.letGo() }
        let agent = setup.agent
        let daemon = try await agent.startDaemon()
        try setup.write(
            "[server away]\nurl = http://127.0.0.1:\(held.port)\ntoken-file = \(setup.path("token"))\nsensor = battery.bat0.level\n"
                + setup.file,
            to: "wanted"
        )
        let output = try await agent.run("apply", setup.path("wanted"))
        #expect(output.status == 69, "\(output.standardError)")
        #expect(output.standardError.contains("line 2: [server away]"))
        #expect(output.standardOutput.contains("+ server home"))
        #expect(!output.standardOutput.contains("on away"))
        #expect(try await agent.run("apply", setup.path("wanted"), "--check").status == 1)
        try await agent.stop(daemon)
        setup.home.stop()
    }

    @Test("what was disabled in Home Assistant stays so: neither a difference, nor enabled again")
    func disabledAtServer() async throws {
        let setup = try Setup()
        let agent = setup.agent
        let daemon = try await agent.startDaemon()
        try setup.write(setup.file, to: "wanted")
        #expect(try await agent.run("apply", setup.path("wanted")).status == 0)
        await setup.home.until { $0.state(of: "battery.bat0.level") == "71" }
        setup.home.behave(.disableEntity("battery.bat0.level"))
        try agent.machine.setBattery(percent: 50)
        #expect(await daemon.says("disabled in Home Assistant"))
        let output = try await agent.run("apply", setup.path("wanted"), "--check")
        #expect(output.status == 0, "\(output.standardError)")
        #expect(output.standardOutput.contains("disabled in Home Assistant"))
        try await agent.stop(daemon)
        setup.home.stop()
    }
}
