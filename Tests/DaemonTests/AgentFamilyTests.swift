import Daemon
import FoundationEssentials
import SensorSDK
import Shared
import TestSupport
import Testing

/// The family by which the agent reports on itself.
@Suite struct AgentFamilyTests {
    private static func values(_ agent: TestDaemon) async throws -> [String: ListedValue] {
        let answer = await agent.daemon.answer(.readSensors(patterns: ["agent"]))
        guard case .sensors(let listing) = answer else { throw TestDaemon.Unexpected(answer: answer) }
        return Dictionary(
            uniqueKeysWithValues: listing.sensors.compactMap { sensor in
                sensor.value.map { (sensor.id.description, $0) }
            }
        )
    }

    @Test("a server that has last_seen on gets the time anew each minute, and nothing when nobody enabled it")
    func lastSeen() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let id = try SensorID("agent.system.last_seen")
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([try PromiseTests.sensor("test.a.x")]),
            servers: ["http://a": server]
        ) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("agent.system.last_seen")
            try await agent.pass {
                let times = server.readings.compactMap {
                    if case .value(.time(let time)) = $0.outcome { time } else { nil }
                }
                return Set(times).count >= 3
            }
        }
        #expect(Set(server.readings.map(\.sensor)) == [id])
    }

    @Test(
        "what waits for a server that is away is counted, with the age of the oldest, and nothing waits once it is back"
    )
    func waiting() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let provider = FakeProvider([try PromiseTests.sensor("test.a.x")])
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test")
            try await agent.pass { !server.readings.isEmpty }
            server.answer { _ in Receipt(fault: .unreachable(.refused(host: "a"))) }
            let before = server.batches.count
            provider.set(.value(.integer(2)), for: try SensorID("test.a.x"))
            try await agent.pass { server.batches.count > before }
            var values: [String: ListedValue] = [:]
            try await agent.pass {
                values = try await Self.values(agent)
                guard case .number(let age)? = values["agent.system.oldest_waiting"] else { return false }
                return age >= 30
            }
            #expect(values["agent.system.waiting"] == .integer(1))
            #expect(values["agent.system.dropped_events"] == .integer(0))
            #expect(values["agent.system.version"] == .text("0"))
        }
    }

    @Test("plugins in quarantine are counted where plugins can be run")
    func quarantined() async throws {
        let folder = try TemporaryFolder()
        let plugins = FakePlugins()
        plugins.set(["x": FakeProvider([]), "y": FakeProvider([])])
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([]), plugins: plugins) { agent in
            let count0 = try await Self.values(agent)["agent.system.quarantined_plugins"]
            #expect(count0 == .integer(0))
            plugins.quarantine("y")
            let count1 = try await Self.values(agent)["agent.system.quarantined_plugins"]
            #expect(count1 == .integer(1))
        }
        let other = try TemporaryFolder()
        try await TestDaemon.run(in: other.path, provider: FakeProvider([])) { agent in
            let values = try await Self.values(agent)
            #expect(!values.isEmpty && !values.keys.contains("agent.system.quarantined_plugins"))
        }
    }

    @Test(
        "reading shows what there is, and says what there is none of; where there is nothing at all, that is the answer"
    )
    func partialRead() async throws {
        let folder = try TemporaryFolder()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([])) { agent in
            guard case .sensors(let read) = await agent.daemon.answer(.readSensors(patterns: ["test", "agent"])) else {
                Issue.record("nothing was read")
                return
            }
            #expect(!read.sensors.isEmpty && read.sensors.allSatisfy { $0.id.family == "agent" })
            #expect(read.complaints?.count == 1 && read.complaints?.first?.contains("test") == true)
            let none = await agent.daemon.answer(.readSensors(patterns: ["test"]))
            guard case .failure(let failure) = none else {
                Issue.record("that was no failure")
                return
            }
            #expect(failure.exitCode == .usage)
        }
    }
}
