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
            agent.clock.advance(by: .seconds(60))
            await server.until { $0.flatMap(\.states).contains { $0.reading.outcome == .unavailable(.notPresent) } }

            let back = FakeProvider([try PromiseTests.sensor("plugin_x.a.b")])
            back.set(.value(.integer(9)), for: id)
            plugins.set(["x": back])
            _ = await agent.daemon.answer(.reload)
            agent.clock.advance(by: .seconds(60))
            await server.until { $0.flatMap(\.states).contains { $0.reading.outcome == .value(.integer(9)) } }
        }
        #expect(plugins.isStopped)
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
}
