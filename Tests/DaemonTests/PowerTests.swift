import Daemon
import FoundationEssentials
import SensorSDK
import Shared
import TestSupport
import Testing

/// Field bugs D45 and D46: what servers see of a machine that sleeps, shuts down, and comes back.
@Suite struct PowerTests {
    private let power = FakePowerEvents()
    private let server = FakeServer()
    private let x: SensorID

    init() throws { x = try SensorID("test.a.x") }

    private func run(
        clock: TestClock = TestClock(),
        _ test: @Sendable (TestDaemon, FakeProvider) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let provider = FakeProvider([try PromiseTests.sensor("test.a.x")])
        try await TestDaemon.run(
            in: folder.path,
            provider: provider,
            servers: ["http://a": server],
            clock: clock,
            power: power
        ) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.a.x")
            await server.until { !$0.flatMap(\.states).isEmpty }
            try await test(agent, provider)
        }
    }

    private func isGone(_ batches: [Batch]) -> Bool {
        batches.flatMap(\.states).last?.reading.outcome == .unavailable(.stopped)
    }

    @Test(
        "D45: before the machine sleeps or shuts down, its servers show every sensor as unavailable",
        arguments: [PowerNotice.Kind.goingToSleep, .shuttingDown]
    )
    func farewell(kind: PowerNotice.Kind) async throws {
        try await run { agent, _ in
            await power.announce(kind)
            #expect(isGone(server.batches))
            // Nothing takes it back, however often it is read meanwhile.
            agent.clock.advance(by: .seconds(60))
            _ = try await agent.sensors()
            #expect(isGone(server.batches))
        }
    }

    @Test("D46: after a night every sensor is read and sent at once, changed or not")
    func resumed() async throws {
        try await run { agent, provider in
            await power.announce(.goingToSleep)
            let (sent, read) = (server.readings.count, provider.calls)
            agent.clock.suspend(for: .seconds(8 * 3600))
            await power.announce(.resumed)
            await server.until { $0.flatMap(\.states).count > sent }
            #expect(server.readings.last?.outcome == .value(.integer(1)))
            #expect(provider.calls > read)
            #expect(server.readings.last.map { $0.time.boot >= .seconds(8 * 3600) } == true)
        }
    }

    @Test("D46: a sleep that never came, and of which nobody says so, ends by itself")
    func forgotten() async throws {
        try await run { agent, _ in
            await power.announce(.goingToSleep)
            let sent = server.readings.count
            try await agent.pass(by: .seconds(30)) { server.readings.count > sent }
            #expect(server.readings.last?.outcome == .value(.integer(1)))
        }
    }

    @Test("D45: a server that is away, or hangs, keeps no machine from sleeping", arguments: [true, false])
    func away(hangs: Bool) async throws {
        try await run { agent, _ in
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            server.answer { _ in
                if hangs { for await _ in never {} }
                return Receipt(fault: .failing(status: 503))
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await power.announce(.goingToSleep) }
                let before = server.batches.count
                await server.until { $0.count > before }
                if hangs {
                    await agent.clock.sleepers(atLeast: 1)
                    agent.clock.advance(by: .seconds(5))
                }
                await group.waitForAll()
            }
            server.answer(FakeServer.acknowledge)
        }
    }

    @Test(
        "a clock that is set back nine hours, or forward a year, stops nothing and loses nothing",
        arguments: [-9.0, 8766]
    )
    func clockSet(hours: Double) async throws {
        try await run { agent, provider in
            agent.clock.setWall(ahead: hours * 3600)
            provider.set(.value(.integer(2)), for: x)
            try await agent.pass { server.readings.last?.outcome == .value(.integer(2)) }
            provider.notice(
                .happened(DeviceEvent(id: "one", sensor: x, action: .added, name: "one", time: Current.instant))
            )
            try await agent.pass { server.batches.flatMap(\.events).map(\.event.id) == ["one"] }
            agent.clock.setWall(ahead: -hours * 3600)
            provider.set(.value(.integer(3)), for: x)
            try await agent.pass { server.readings.last?.outcome == .value(.integer(3)) }
            #expect(try await agent.servers().first?.droppedEvents == 0)
        }
    }
}
