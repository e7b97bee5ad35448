import Daemon
import SensorSDK
import Shared
import TestSupport
import Testing

/// Plugins in a daemon that runs.
@Suite(.timeLimit(.minutes(10))) struct PluginTests {
    @Test("a plugin that appears is listed and off; enabled it reports; gone it is unavailable; back it reports again")
    func comesAndGoes() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let plugins = FakePlugins()
        let id = try SensorID("plugin_x.a.b")
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([]),
            servers: ["http://a": server],
            plugins: plugins
        ) { agent in
            try await agent.add("http://a", as: "a")
            let provider = FakeProvider([try PromiseTests.sensor("plugin_x.a.b")])
            plugins.set(["x": provider])
            while try await !agent.sensors().contains(where: { $0.id == id }) { await Task.yield() }
            #expect(try await agent.sensors().first { $0.id == id }?.servers?.first?.enabled == false)
            #expect(provider.reads.isEmpty, "nobody asked for a value")

            try await agent.enable("plugin_x")
            await server.until { $0.flatMap(\.states).contains { $0.reading.outcome == .value(.integer(1)) } }

            plugins.set([:])
            guard case .reloaded = await agent.daemon.answer(.reload) else {
                Issue.record("no reload")
                return
            }
            try await agent.pass { server.readings.contains { $0.outcome == .unavailable(.notPresent) } }

            let back = FakeProvider([try PromiseTests.sensor("plugin_x.a.b")])
            back.set(.value(.integer(9)), for: id)
            plugins.set(["x": back])
            _ = await agent.daemon.answer(.reload)
            try await agent.pass { server.readings.contains { $0.outcome == .value(.integer(9)) } }
        }
        #expect(plugins.isStopped)
    }

    @Test("a command that names a plugin finds it although it was put there only a moment ago")
    func namedAtOnce() async throws {
        let folder = try TemporaryFolder()
        let plugins = FakePlugins()
        let x = FakeProvider([try PromiseTests.sensor("plugin_x.a.b")])
        let y = FakeProvider([try PromiseTests.sensor("plugin_y.a.b"), try PromiseTests.sensor("plugin_y.a.c")])
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([]),
            servers: ["http://a": FakeServer()],
            plugins: plugins
        ) { agent in
            try await agent.add("http://a", as: "a")
            plugins.set(["x": x], isTold: false)
            let answer = await agent.daemon.answer(.readSensors(patterns: ["plugin_x.*"]))
            guard case .sensors(let listing) = answer else { throw TestDaemon.Unexpected(answer: answer) }
            #expect(listing.sensors.map(\.id.description) == ["plugin_x.a.b"])
            plugins.set(["x": x, "y": y], isTold: false)
            #expect(try await agent.enable("plugin_y").changed.count == 2)
            // The host, which has listed nothing itself, does not know how many there are.
            let plugins = try await Self.listing(agent).plugins.sorted { $0.name < $1.name }
            #expect(plugins.map(\.sensors) == [1, 2])
            #expect(x.reads.count == 1)
        }
    }

    @Test("what a plugin offered can be forgotten once the plugin was taken away, and not before")
    func forgotten() async throws {
        let folder = try TemporaryFolder()
        let plugins = FakePlugins()
        let id = try SensorID("plugin_x.a.b")
        plugins.set(["x": FakeProvider([try PromiseTests.sensor("plugin_x.a.b")])])
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([]), plugins: plugins) { agent in
            while try await !agent.sensors().contains(where: { $0.id == id }) { await Task.yield() }
            guard case .failure = await agent.daemon.answer(.forgetSensors(patterns: [id.description])) else {
                Issue.record("it was forgotten while its plugin is there")
                return
            }
            plugins.set([:])
            guard case .forgotten(let report) = await agent.daemon.answer(.forgetSensors(patterns: ["plugin_x.*"]))
            else {
                Issue.record("it was not forgotten")
                return
            }
            #expect(report.forgotten == [id] && report.kept.isEmpty)
        }
    }

    /// What the doctor says of enabled sensors of plugins that do not report.
    private static func lapsed(_ agent: TestDaemon) async throws -> [SensorID] {
        let answer = await agent.daemon.answer(.diagnose)
        guard case .diagnosis(let diagnosis) = answer else { throw TestDaemon.Unexpected(answer: answer) }
        let checks = diagnosis.checks.filter { $0.subject == .plugins && $0.state == .warn }
        #expect(checks.allSatisfy { $0.finding.hasSuffix(": x") && $0.advice?.contains("'agent plugins'") == true })
        return checks.compactMap(\.sensors).flatMap(\.self)
    }

    private static func listing(_ agent: TestDaemon) async throws -> PluginListing {
        let answer = await agent.daemon.answer(.listPlugins)
        guard case .plugins(let listing) = answer else { throw TestDaemon.Unexpected(answer: answer) }
        return listing
    }

    @Test(
        "promise 4: the server is told at once when an enabled plugin is taken away, its owner sees what is still enabled, and can forget it"
    )
    func removed() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let plugins = FakePlugins()
        let id = try SensorID("plugin_x.a.b")
        plugins.set(["x": FakeProvider([try PromiseTests.sensor("plugin_x.a.b")])])
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([]),
            servers: ["http://a": server],
            plugins: plugins
        ) { agent in
            try await agent.add("http://a", as: "a")
            while try await agent.sensors().isEmpty { await Task.yield() }
            try await agent.enable("plugin_x")
            await server.until { $0.flatMap(\.states).contains { $0.reading.outcome == .value(.integer(1)) } }
            #expect(try await Self.listing(agent).lapses == [])
            #expect(try await Self.lapsed(agent) == [])

            // The host has nothing more to do, and ends.
            plugins.set(host: .absent)
            plugins.set([:])
            // On a clock that stands still: it does not wait for its turn.
            while try await agent.sensors().first?.unavailable != .notPresent { await Task.yield() }
            try await agent.pass { server.readings.contains { $0.outcome == .unavailable(.notPresent) } }
            let listing = try await Self.listing(agent)
            #expect(listing.lapses == [PluginLapse(name: "x", cause: .removed, sensors: [id])])
            #expect(listing.folders == ["/a/plugins"] && listing.host == .absent)
            #expect(try await Self.lapsed(agent) == [id])

            try await agent.disable("plugin_x")
            guard case .forgotten(let report) = await agent.daemon.answer(.forgetSensors(patterns: ["plugin_x"]))
            else {
                Issue.record("it was not forgotten")
                return
            }
            #expect(report.forgotten == [id])
        }
    }

    @Test("while the host can't be reached the doctor says so and what to do, and nothing is gone for that")
    func unreachable() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let plugins = FakePlugins()
        let id = try SensorID("plugin_x.a.b")
        plugins.set(["x": FakeProvider([try PromiseTests.sensor("plugin_x.a.b")])])
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([]),
            servers: ["http://a": server],
            plugins: plugins
        ) { agent in
            try await agent.add("http://a", as: "a")
            while try await agent.sensors().isEmpty { await Task.yield() }
        }
        plugins.set(host: .unreachable)
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([]),
            servers: ["http://a": server],
            plugins: plugins
        ) { agent in
            guard case .diagnosis(let diagnosis) = await agent.daemon.answer(.diagnose) else {
                Issue.record("no diagnosis")
                return
            }
            let check = try #require(diagnosis.checks.first { $0.subject == .plugins })
            #expect(check.state == .fail && check.advice?.contains("systemctl restart sensor-agent") == true)
            #expect(try await Self.listing(agent).host == .unreachable)
            #expect(try await Self.listing(agent).lapses == [], "what can't be asked is not gone")
            guard
                case .failure(let named) = await agent.daemon.answer(.forgetSensors(patterns: [id.description])),
                case .forgotten(let report) = await agent.daemon.answer(.forgetSensors(patterns: ["plugin_x"])),
                case .failure(let reset) = await agent.daemon.answer(.restartPlugin(name: "x", isReset: true))
            else {
                Issue.record("it was forgotten, or reset")
                return
            }
            #expect(named.exitCode == .tryAgain && reset.exitCode == .tryAgain)
            #expect(report.forgotten.isEmpty && report.kept.map(\.reason) == [.unknown])
        }
    }

    @Test("while the host does not answer, all that shows plugins says so and what to do, and nothing is gone")
    func silent() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let plugins = FakePlugins()
        plugins.set(["x": FakeProvider([try PromiseTests.sensor("plugin_x.a.b")])])
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([]),
            servers: ["http://a": server],
            plugins: plugins
        ) { agent in
            try await agent.add("http://a", as: "a")
            while try await agent.sensors().isEmpty { await Task.yield() }
            plugins.set(host: .silent)
            guard case .diagnosis(let diagnosis) = await agent.daemon.answer(.diagnose),
                case .status(let status) = await agent.daemon.answer(.status),
                case .sensors(let sensors) = await agent.daemon.answer(.listSensors),
                case .failure(let restart) = await agent.daemon.answer(.restartPlugin(name: "y", isReset: false))
            else {
                Issue.record("no answer")
                return
            }
            let check = try #require(diagnosis.checks.first { $0.subject == .plugins })
            #expect(check.state == .fail && check.finding.contains("does not answer"))
            let wayOut = "systemctl restart sensor-agent-plugins"
            #expect(check.advice?.contains(wayOut) == true && restart.description.contains(wayOut))
            #expect(status.problems.contains { $0.contains(wayOut) })
            #expect(sensors.complaints?.contains { $0.contains(wayOut) } == true && !sensors.sensors.isEmpty)
            #expect(restart.exitCode == .tryAgain)
            #expect(try await Self.listing(agent).host == .silent)
        }
    }

    @Test("a plugin that hangs holds up neither the start nor another sensor")
    func hangs() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let plugins = FakePlugins()
        let hanging = FakeProvider([try PromiseTests.sensor("plugin_x.a.b")])
        plugins.set(["x": hanging])
        let provider = FakeProvider([try PromiseTests.sensor("test.a.b")])
        try await TestDaemon.run(
            in: folder.path,
            provider: provider,
            servers: ["http://a": server],
            plugins: plugins
        ) { agent in
            try await agent.add("http://a", as: "a")
            while try await !agent.sensors().contains(where: { $0.id.family == "plugin_x" }) { await Task.yield() }
            hanging.hang()
            try await agent.enable("test", "plugin_x")
            provider.set(.value(.integer(2)), for: try SensorID("test.a.b"))
            // The deadline may begin to run a moment after the reading that it is for.
            func hasCome(_ outcome: Reading.Outcome) -> Bool { server.readings.contains { $0.outcome == outcome } }
            while !hasCome(.value(.integer(2))) || !hasCome(.unavailable(.timeout)) {
                agent.clock.advance(by: .seconds(1))
                await Task.yield()
            }
            hanging.letGo()
        }
    }

    @Test("what is wrong with a plugin is told once by the doctor, and not as a family's, too")
    func toldOnce() async throws {
        let folder = try TemporaryFolder()
        let plugins = FakePlugins()
        let broken = FakeProvider([])
        broken.fail(ControlFailure(.internalFault, "plugin_x: it ended with 3"))
        plugins.set(["x": broken])
        plugins.quarantine("x")
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([]), plugins: plugins) { agent in
            _ = await agent.daemon.answer(.reload)
            guard case .diagnosis(let diagnosis) = await agent.daemon.answer(.diagnose) else {
                Issue.record("there is no diagnosis")
                return
            }
            let told = diagnosis.checks.filter { $0.state != .ok && $0.subject != .disk }
            #expect(told.map(\.subject) == [.plugins])
        }
    }

    @Test("what nobody knows can't be restarted, and a daemon without plugins has none")
    func unknown() async throws {
        let folder = try TemporaryFolder()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([]), plugins: FakePlugins()) { agent in
            guard case .failure(let failure) = await agent.daemon.answer(.restartPlugin(name: "x", isReset: true))
            else {
                Issue.record("no failure")
                return
            }
            #expect(failure.exitCode == .usage)
        }
    }

    @Test("a plugin's sensor that is not enabled shows as such, and one that is enabled and not read yet as waiting")
    func unread() async throws {
        let folder = try TemporaryFolder()
        let plugins = FakePlugins()
        let provider = FakeProvider([try PromiseTests.sensor("plugin_x.a.b")])
        plugins.set(["x": provider])
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([]),
            servers: ["http://a": FakeServer()],
            plugins: plugins
        ) { agent in
            try await agent.add("http://a", as: "a")
            while try await agent.sensors().isEmpty { await Task.yield() }
            let off = try #require(try await agent.sensors().first)
            #expect(off.value == nil && off.unavailable == nil)
            provider.hang()
            try await agent.enable("plugin_x")
            #expect(try await agent.sensors().first?.unavailable == .waiting)
            provider.letGo()
        }
    }

    @Test("a plugin can change neither what was accepted of a sensor nor one of another plugin")
    func lies() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let plugins = FakePlugins()
        let (id, other) = (try SensorID("plugin_x.a.b"), try SensorID("plugin_y.a.b"))
        let honest = FakeProvider([try PromiseTests.sensor("plugin_x.a.b")])
        let liar = FakeProvider([try PromiseTests.sensor("plugin_y.a.b"), try PromiseTests.sensor("plugin_x.a.b")])
        plugins.set(["x": honest, "y": liar])
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([]),
            servers: ["http://a": server],
            plugins: plugins
        ) { agent in
            try await agent.add("http://a", as: "a")
            while try await agent.sensors().count < 2 { await Task.yield() }
            honest.set(.value(.integer(1)), for: id)
            liar.set(.value(.integer(2)), for: other)
            liar.volunteer(.value(.integer(666)), for: id)
            try await agent.enable("plugin_x", "plugin_y")
            await server.until { $0.flatMap(\.states).contains { $0.reading.sensor == other } }
            await server.until { $0.flatMap(\.states).contains { $0.reading.sensor == id } }
            #expect(!server.readings.contains { $0.outcome == .value(.integer(666)) })

            // More attributes: the sensor stays on, they are held back.
            honest.offer([try PromiseTests.sensor("plugin_x.a.b", attributes: ["where"])])
            honest.set(.value(.integer(3)), for: id, attributes: ["where": .text("home")])
            _ = await agent.daemon.answer(.reload)
            try await agent.pass { server.readings.contains { $0.outcome == .value(.integer(3)) } }
            let isBare = server.readings.allSatisfy { $0.attributes.isEmpty }
            #expect(isBare)
            let note = try await agent.sensors().first { $0.id == id }?.servers?.first?.note
            #expect(note?.contains("where") == true, "\(note ?? "")")

            // Another unit, or what reveals more: off, and said so.
            honest.offer([try PromiseTests.sensor("plugin_x.a.b", sensitivity: .location)])
            honest.set(.value(.integer(4)), for: id)
            _ = await agent.daemon.answer(.reload)
            let listed = try #require(try await agent.sensors().first { $0.id == id }?.servers?.first)
            #expect(!listed.enabled && listed.note?.contains("what it reveals") == true)
            let lapse = PluginLapse(name: "x", cause: .changed, sensors: [id], changes: ["what it reveals"])
            #expect(try await Self.listing(agent).lapses == [lapse])
            #expect(try await Self.lapsed(agent) == [id])
            let count = server.readings.count { $0.sensor == other }
            try await agent.pass(by: .seconds(60)) { server.readings.count { $0.sensor == other } > count }
            #expect(!server.readings.contains { $0.outcome == .value(.integer(4)) })
        }
    }

    @Test("a plugin that invents new sensors with each list fills neither memory nor disk")
    func invents() async throws {
        let folder = try TemporaryFolder()
        let plugins = FakePlugins()
        let provider = FakeProvider([])
        plugins.set(["x": provider])
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([]), plugins: plugins) { agent in
            for round in 0..<3 {
                provider.offer(try (0..<1000).map { try PromiseTests.sensor("plugin_x.r\(round).s\($0)") })
                _ = await agent.daemon.answer(.reload)
            }
            let count = try await agent.sensors().count
            #expect(count == 2000)
            guard case .status(let status) = await agent.daemon.answer(.status) else { return }
            #expect(status.problems.contains { $0.contains("plugin_x") && $0.contains("2000") })
        }
    }
}
