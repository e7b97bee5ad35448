import Daemon
import SensorSDK
import Shared
import TestSupport
import Testing

/// A disk that was copied into another machine, with what its plugins have on.
@Suite struct MachineCopyTests {
    @Test(
        "what a copy has on of a plugin stays on, under another id where the plugin's host made that of a serial number"
    )
    func plugins() async throws {
        let folder = try TemporaryFolder()
        let files = FakeFileTree(["/etc/machine-id": "0123456789abcdef0123456789abcdef\n"])
        let server = FakeServer()
        let plugins = FakePlugins()
        plugins.set("x", serial: "S4EV")
        func run(_ test: @Sendable (TestDaemon) async throws -> Void) async throws {
            try await TestDaemon.run(
                in: folder.path,
                sources: [],
                servers: ["http://a": server],
                plugins: plugins,
                files: files,
                test
            )
        }
        try await run { agent in
            try await agent.add("http://a", as: "a")
            while try await agent.sensors().isEmpty { await Task.yield() }
            try await agent.enable("plugin_x")
        }
        files.write("fedcba9876543210fedcba9876543210\n", to: "/etc/machine-id")
        try await run { agent in
            let before = try #require(try await agent.sensors().first?.id)
            let answer = await agent.daemon.answer(.renewServers(tokens: ["a": Secret("t")]))
            guard case .renewed(let report) = answer else { throw TestDaemon.Unexpected(answer: answer) }
            #expect(report.missing == [] && report.enabledSensors == 1)
            let sensors = try await agent.sensors()
            let sensor = try #require(sensors.first)
            #expect(sensors.count == 1 && sensor.id != before)
            #expect(sensor.servers?.first?.enabled == true)
            await server.until { $0.flatMap(\.states).contains { $0.reading.sensor == sensor.id } }
        }
    }
}
