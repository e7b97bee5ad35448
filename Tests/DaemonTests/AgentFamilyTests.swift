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
            await server.until { !$0.flatMap(\.states).isEmpty }
            let first = agent.clock.wall
            // Turns are multiples of the interval since boot: 1000 s now, 1020 s next.
            await agent.clock.sleepers(atLeast: 1)
            agent.clock.advance(by: .seconds(20))
            await server.until { $0.flatMap(\.states).count >= 2 }
            let times = server.readings.map(\.outcome)
            #expect(times == [.value(.time(first)), .value(.time(first + 20))])
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
            await server.until { !$0.flatMap(\.states).isEmpty }
            server.answer { _ in Receipt(fault: .unreachable(.refused(host: "a"))) }
            provider.set(.value(.integer(2)), for: try SensorID("test.a.x"))
            await agent.clock.sleepers(atLeast: 1)
            let before = server.batches.count
            agent.clock.advance(by: .seconds(20))
            await server.until { $0.count > before }
            agent.clock.advance(by: .seconds(30))
            let values = try await Self.values(agent)
            #expect(values["agent.system.waiting"] == .integer(1))
            #expect(values["agent.system.oldest_waiting"] == .number(30))
            #expect(values["agent.system.dropped_events"] == .integer(0))
            #expect(values["agent.system.version"] == .text("0"))
        }
    }
}
