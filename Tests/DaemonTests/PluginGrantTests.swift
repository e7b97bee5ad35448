import Daemon
import SensorSDK
import Shared
import TestSupport
import Testing

/// What plugins ask for beyond what every one may.
@Suite(.timeLimit(.minutes(10))) struct PluginGrantTests {
    private static func sensor(_ id: String, asks: [String]) throws -> Sensor {
        var sensor = try PromiseTests.sensor(id)
        sensor.asks = asks
        return sensor
    }

    private static func run(
        _ provider: FakeProvider,
        _ test: @Sendable (TestDaemon, FakePlugins, FakeServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let plugins = FakePlugins()
        plugins.set(["x": provider])
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([]),
            servers: ["http://a": server],
            plugins: plugins
        ) { agent in
            try await agent.add("http://a", as: "a")
            while try await agent.sensors().isEmpty { await Task.yield() }
            try await test(agent, plugins, server)
        }
    }

    private static func enable(_ agent: TestDaemon, granting: [String]? = nil) async throws -> EnablementReport {
        let answer = await agent.daemon.answer(
            .enableSensors(
                patterns: ["plugin_x"],
                servers: .onlyOne,
                granting: granting.map { ["plugin_x": $0] }
            )
        )
        guard case .changed(let report) = answer else { throw TestDaemon.Unexpected(answer: answer) }
        return report
    }

    @Test("a plugin that asks for more is not enabled before its owner saw that, and allowed it")
    func asksFirst() async throws {
        let provider = FakeProvider([try Self.sensor("plugin_x.a.b", asks: ["network"])])
        try await Self.run(provider) { agent, plugins, server in
            let held = try await Self.enable(agent)
            #expect(held.changed.isEmpty)
            let notice = try #require(held.plugins?.first)
            #expect(notice.asks == ["network"] && notice.reveals == ["who is at home"] && notice.isHeld)
            #expect(try await agent.sensors().first?.servers?.first?.enabled == false)
            #expect(provider.reads.isEmpty && plugins.granted("x").isEmpty)

            // What was shown is what is allowed: less than it asks for by now is not enough.
            #expect(try await Self.enable(agent, granting: ["read /a"]).changed.isEmpty)
            let enabled = try await Self.enable(agent, granting: ["network"])
            #expect(enabled.changed.count == 1 && enabled.plugins?.first?.isHeld == false)
            await server.until { !$0.flatMap(\.states).isEmpty }
            #expect(plugins.granted("x") == ["network"])

            try await agent.disable("plugin_x")
            #expect(plugins.granted("x").isEmpty)
        }
    }

    @Test(
        "who allows a plugin to write is told that the unit's sandbox must let it, where a unit runs the plugins",
        arguments: [PluginHostState.ownUser, .yourUser]
    )
    func sandboxed(_ host: PluginHostState) async throws {
        let provider = FakeProvider([try Self.sensor("plugin_x.a.b", asks: ["network", "write /srv/x"])])
        try await Self.run(provider) { agent, plugins, _ in
            plugins.set(host: host)
            let notice = try #require(try await Self.enable(agent).plugins?.first)
            #expect(notice.sandboxed == (host == .ownUser ? ["/srv/x"] : nil))
        }
    }

    @Test(
        "promise 3: a plugin that asks for more than was allowed is off until it is enabled again; one that asks for less is not"
    )
    func asksForMore() async throws {
        let id = try SensorID("plugin_x.a.b")
        let provider = FakeProvider([try Self.sensor("plugin_x.a.b", asks: ["network", "read /a"])])
        try await Self.run(provider) { agent, plugins, server in
            _ = try await Self.enable(agent, granting: ["network", "read /a"])
            await server.until { !$0.flatMap(\.states).isEmpty }

            provider.offer([try Self.sensor("plugin_x.a.b", asks: ["network"])])
            provider.set(.value(.integer(2)), for: id)
            _ = await agent.daemon.answer(.reload)
            try await agent.pass { server.readings.contains { $0.outcome == .value(.integer(2)) } }
            #expect(plugins.granted("x") == ["network"])

            provider.offer([try Self.sensor("plugin_x.a.b", asks: ["network", "read /a", "write /b"])])
            provider.set(.value(.integer(3)), for: id)
            _ = await agent.daemon.answer(.reload)
            let listed = try #require(try await agent.sensors().first?.servers?.first)
            #expect(!listed.enabled && listed.note?.contains("what its plugin asks for") == true)
            #expect(plugins.granted("x").isEmpty)
            // The server does not keep an old value for the present one.
            try await agent.pass { server.readings.last?.outcome == .unavailable(.stopped) }
            let reads = provider.reads[id]
            for _ in 1...5 {
                await agent.clock.sleepers(atLeast: 1)
                agent.clock.advance(by: .seconds(60))
            }
            #expect(provider.reads[id] == reads)

            _ = try await Self.enable(agent, granting: ["network", "read /a", "write /b"])
            try await agent.pass { server.readings.contains { $0.outcome == .value(.integer(3)) } }
        }
    }

    @Test("a file for apply allows a plugin what it asks for word by word, and the one that is printed says the same")
    func applied() async throws {
        let provider = FakeProvider([try Self.sensor("plugin_x.a.b", asks: ["network"])])
        try await Self.run(provider) { agent, plugins, _ in
            func apply(_ words: String...) async throws -> ArrangementReport {
                var wanted = Arrangement()
                var server = Arrangement.Server("a")
                server.sensors = [.init("plugin_x")]
                wanted.servers = [server]
                wanted.grants = words.map { .init(plugin: "x", word: $0) }
                let answer = await agent.daemon.answer(.apply(wanted, isCheck: false, acceptsChanged: false))
                guard case .applied(let report) = answer else { throw TestDaemon.Unexpected(answer: answer) }
                return report
            }
            #expect(try await apply("read /a").problems.first?.message.contains("[plugins]") == true)
            #expect(provider.reads.isEmpty && plugins.granted("x").isEmpty)
            #expect(try await apply("network").problems.isEmpty)
            #expect(plugins.granted("x") == ["network"])

            provider.offer([try Self.sensor("plugin_x.a.b", asks: ["network", "read /a"])])
            _ = await agent.daemon.answer(.reload)
            #expect(try await apply("network").problems.count == 1, "it asks for more by now")
            #expect(try await apply("network", "read /a").problems.isEmpty)
            guard case .arrangement(let printed) = await agent.daemon.answer(.arrangement) else {
                Issue.record("no arrangement")
                return
            }
            #expect(printed.grants.map(\.word) == ["network", "read /a"])
        }
    }

    @Test("what was allowed a plugin once holds for its other sensors, and through a restart")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let provider = FakeProvider([
            try Self.sensor("plugin_x.a.b", asks: ["network"]), try Self.sensor("plugin_x.a.c", asks: ["network"]),
        ])
        for round in 0..<2 {
            let plugins = FakePlugins()
            plugins.set(["x": provider])
            try await TestDaemon.run(
                in: folder.path,
                provider: FakeProvider([]),
                servers: ["http://a": FakeServer()],
                plugins: plugins
            ) { agent in
                if round == 0 {
                    try await agent.add("http://a", as: "a")
                    while try await agent.sensors().count < 2 { await Task.yield() }
                    let answer = await agent.daemon.answer(
                        .enableSensors(
                            patterns: ["plugin_x.a.b"],
                            servers: .onlyOne,
                            granting: ["plugin_x": ["network"]]
                        )
                    )
                    guard case .changed = answer else { throw TestDaemon.Unexpected(answer: answer) }
                }
                while plugins.granted("x") != ["network"] { await Task.yield() }
                #expect(try await agent.enable("plugin_x.a.c").plugins?.contains(where: \.isHeld) != true)
            }
        }
    }
}
