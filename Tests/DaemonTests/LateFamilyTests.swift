import Daemon
import SensorSDK
import Shared
import TestSupport
import Testing

/// A family that was late when it was to be observed.
@Suite(.timeLimit(.minutes(10))) struct LateFamilyTests {
    @Test("a family that hangs while its first sensor is enabled is observed as soon as it answers again")
    func observedLater() async throws {
        let folder = try TemporaryFolder()
        let slow = FakeProvider([try PromiseTests.sensor("slow.a.y")])
        let id = try SensorID("slow.a.y")
        let server = FakeServer()
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([]),
            slowProvider: slow,
            servers: ["http://a": server]
        ) { agent in
            try await agent.add("http://a", as: "a")
            slow.hang()
            // Somebody looks at all values, and this one never comes.
            async let listed = agent.sensors()
            try await agent.pass { slow.calls == 1 }
            await agent.clock.sleeper(within: .seconds(5))
            agent.clock.advance(by: .seconds(5))
            #expect(try await listed.first?.unavailable == .timeout)
            try await agent.enable("slow.a.y")
            slow.letGo()
            try await agent.pass { server.readings.contains { $0.outcome == .value(.integer(1)) } }
            slow.notice(
                .happened(DeviceEvent(id: "1", sensor: id, action: .added, name: "stick", time: Current.instant))
            )
            try await agent.pass { server.batches.contains { !$0.events.isEmpty } }
        }
    }
}
