import Daemon
import FoundationEssentials
import Glibc
import INI
import Shared
import Store
import TestSupport
import Testing

@testable import agent

@Suite struct SettingsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/sensor-agent.conf.d",
            withIntermediateDirectories: true
        )
    }

    private func write(_ text: String, to name: String = "sensor-agent.conf") throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path + "/" + name))
    }

    private func read() throws(ControlFailure) -> Settings { try SettingsFolder(path: folder.path).read() }

    @Test("without files, and with the file as it is shipped, nothing is set")
    func nothing() throws {
        #expect(try SettingsFolder(path: folder.path + "/missing").read() == Settings())
        try write(ShippedSettings.lines.joined(separator: "\n"))
        #expect(try read() == Settings())
        #expect(ShippedSettings.lines.allSatisfy { $0.isEmpty || $0.hasPrefix("# ") || $0.hasPrefix("[") })
    }

    @Test("each value is taken, and drop-ins go before the file, by name")
    func values() throws {
        try write(
            """
            [log]
            level = warning
            [intervals]
            battery = 5m
            plugin_load = 30s
            [queue]
            events = 50
            event-age = 2d
            [delivery]
            settle-time = 10s
            """
        )
        try write("[intervals]\nbattery = 10m\nthermal = 1m\n", to: "sensor-agent.conf.d/10-a.conf")
        try write("[intervals]\nbattery = 20m\n[log]\nlevel =\n", to: "sensor-agent.conf.d/20-b.conf")
        try write("nonsense", to: "sensor-agent.conf.d/30-c.conf.dpkg-old")
        let settings = try read()
        #expect(settings.logLevel == .info)
        #expect(
            settings.intervals
                == ["battery": .seconds(1200), "thermal": .seconds(60), "plugin_load": .seconds(30)]
        )
        #expect(settings.queue.mostEvents == 50)
        #expect(settings.queue.longestWait == .seconds(2 * 86400))
        #expect(settings.settleTime == .seconds(10))
    }

    @Test(
        "what can't be taken is refused with file, line and key, and with what could be",
        arguments: [
            ("[log]\n\nlevel = loud\n", ["line 3", "level = loud", "error, warning, notice, info, debug"]),
            ("[logs]\nlevel = info\n", ["line 2", "[logs]", "[log]", "[delivery]"]),
            ("level = info\n", ["line 1", "section []"]),
            ("[queue]\nevent = 3\n", ["line 2", "'event'", "events, event-age"]),
            ("[queue]\nevents = 3\n", ["line 2", "events = 3", "10 to 100000"]),
            ("[queue]\nevents = many\n", ["line 2", "events = many"]),
            ("[queue]\nevent-age = 1s\n", ["line 2", "from 1m to 365d"]),
            ("[delivery]\nsettle-time = soon\n", ["line 2", "settle-time = soon"]),
            ("[intervals]\nbatery = 5m\n", ["line 2", "batery = 5m", "battery"]),
            ("[intervals]\nbattery = 2d\n", ["line 2", "from 1s to 1d"]),
            ("[intervals]\nplugin_ = 5m\n", ["line 2", "plugin_NAME"]),
            ("[log]\nlevel\n", ["line 2", "key = value"]),
        ]
    )
    func refused(text: String, words: [String]) throws {
        try write("[log]\nlevel = debug\n")
        try write(text, to: "sensor-agent.conf.d/bad.conf")
        let failure = try #require(throws: ControlFailure.self) { try read() }
        #expect(failure.exitCode == .badState)
        for word in [folder.path + "/sensor-agent.conf.d/bad.conf"] + words {
            #expect(failure.message.contains(word), "\(failure.message)")
        }
    }

    @Test("a link to a file that is not there is no file that is not there: it is refused by its name")
    func dangling() throws {
        try write("[log]\nlevel = debug\n", to: "sensor-agent.conf.d/good.conf")
        let link = folder.path + "/sensor-agent.conf.d/link.conf"
        try #require(symlink("/nowhere/settings.conf", link) == 0)
        let failure = try #require(throws: ControlFailure.self) { try read() }
        #expect(failure.exitCode == .badState && failure.message.contains(link), "\(failure.message)")
    }

    @Test("a value that a later file overrides is looked at all the same")
    func overridden() throws {
        try write("[log]\nlevel = loud\n")
        try write("[log]\nlevel = info\n", to: "sensor-agent.conf.d/good.conf")
        #expect(throws: ControlFailure.self) { try read() }
    }

    @Test("every key is in the manual page and in the shipped file, with the same words")
    func documented() throws {
        let top = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let template = try #require(
            FileManager.default.contents(atPath: "\(top)/packaging/man/sensor-agent.conf.5.in")
        )
        let page = ManualPage.filled(String(decoding: template, as: UTF8.self))
        let shipped = ShippedSettings.lines.map { $0.dropFirst(2) }.joined(separator: " ")
        #expect(!page.contains("@"))
        for setting in SettingsTable.keys {
            #expect(
                page.contains("\(setting.shownName.replacing("-", with: "\\-"))\\fR = \\fI\(setting.key.placeholder)")
            )
            #expect(page.contains(setting.key.help.replacing("-", with: "\\-")))
            #expect(shipped.contains(setting.key.help))
        }
    }

    @Test("what the shipped file shows as a comment is what holds: without the comment signs it sets nothing else")
    func shippedValues() throws {
        let shown = ShippedSettings.lines.filter { $0.hasPrefix("[") || $0.contains(#/^# [a-z_-]+ =( \w+)?$/#) }
        try write(shown.map { $0.hasPrefix("#") ? String($0.dropFirst(2)) : $0 }.joined(separator: "\n"))
        #expect(try read() == Settings())
        for setting in SettingsTable.keys where setting.variable == nil {
            #expect(shown.contains { $0.hasPrefix("# \(setting.key.name) = ") }, "\(setting.key.name)")
        }
        #expect(shown.contains("# battery ="))
    }

    @Test("times are written as they are read", arguments: ["500ms", "1s", "90s", "5m", "2h", "7d", "36h"])
    func times(text: String) throws {
        #expect(DurationText.text(try #require(DurationText.duration(text))) == text)
    }

    // MARK: The program

    @Test("a daemon with a bad setting does not start: exit 78, with file, line and key")
    func badStart() async throws {
        let agent = try AgentProgram()
        try write("[queue]\nevents = 3\n")
        let output = try await agent.run("run", "--settings", folder.path)
        #expect(output.status == 78)
        #expect(output.standardError.contains("\(folder.path)/sensor-agent.conf: line 2: events = 3"))
        #expect(access(agent.state, F_OK) != 0)
    }

    @Test("a reload takes over what was set; with a bad setting it fails, and the old ones stay", .world())
    func reload() async throws {
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon("--settings", folder.path)
        #expect(!daemon.log.contains { $0.contains("debug: client") })
        try write("[log]\nlevel = debug\n")
        #expect(try await agent.run("reload").status == 0)
        _ = try await agent.run("status")
        #expect(await daemon.says("client"))
        try write("[log]\nlevel = loud\n")
        let refused = try await agent.run("reload")
        #expect(refused.status == 78)
        #expect(refused.standardError.contains("line 2: level = loud"))
        daemon.signal(SIGHUP)
        #expect(await daemon.says("reload failed"))
        #expect(try await agent.run("status").status == 0)
        try await agent.stop(daemon)
    }
}
