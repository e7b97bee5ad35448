import Daemon
import SensorSDK
import Shared
import TestSupport
import Testing

/// How often the owner wants a sensor to be read.
@Suite struct IntervalTests {
    @Test("a sensor is read as often as its owner chose, its neighbour as before, and both after a restart")
    func honoured() async throws {
        let folder = try TemporaryFolder()
        let slow = try SensorID("test.a.slow")
        let usual = try SensorID("test.a.usual")
        let provider = FakeProvider([try PromiseTests.sensor("test.a.slow"), try PromiseTests.sensor("test.a.usual")])
        let server = FakeServer()
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test")
            await server.until { Set($0.flatMap(\.states).map(\.reading.sensor)).count == 2 }
            #expect(try await agent.setInterval(.seconds(600), of: "test.a.slow").interval == 600)
            // 1000 s after boot now; turns are multiples of the interval: 1020, 1080, … and 1200.
            for (pause, value) in [(20, 2), (60, 3), (60, 4)] {
                await Self.advance(pause, to: value, agent.clock, provider, usual, server)
            }
            #expect(provider.reads == [slow: 2, usual: 4])
            await Self.advance(60, to: 5, agent.clock, provider, usual, server)
            #expect(provider.reads == [slow: 3, usual: 5])
            let listed = try await agent.sensors()
            #expect(listed.map(\.interval) == [600, 60])
        }
        try await TestDaemon.run(in: folder.path, provider: provider) { agent in
            #expect(try await agent.sensors().map(\.interval) == [600, 60])
            let report = try await agent.setInterval(nil, of: "test.a.slow")
            #expect(report.interval == 60 && !report.chosen)
            #expect(try await agent.sensors().map(\.interval) == [60, 60])
        }
    }

    @Test("a shorter interval counts from now on, not after the long one")
    func shorter() async throws {
        let folder = try TemporaryFolder()
        let id = try SensorID("test.a.x")
        let provider = FakeProvider([try PromiseTests.sensor("test.a.x")])
        let server = FakeServer()
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test")
            await server.until { !$0.flatMap(\.states).isEmpty }
            try await agent.setInterval(.seconds(10), of: "test.a.x")
            await Self.advance(10, to: 2, agent.clock, provider, id, server)
        }
    }

    @Test(
        "an interval below the source's floor or over a day is refused, and so is anything but one sensor's id",
        arguments: [("test.a.x", 9.0), ("test.a.x", 86401), ("test.a.x", 0), ("test", 60), ("test.a.z", 60)]
    )
    func refused(id: String, seconds: Double) async throws {
        let folder = try TemporaryFolder()
        let provider = FakeProvider([try PromiseTests.sensor("test.a.x"), try PromiseTests.sensor("test.a.y")])
        try await TestDaemon.run(in: folder.path, provider: provider) { agent in
            let request = ControlRequest.setInterval(id: id, milliseconds: Int64(seconds * 1000))
            guard case .failure(let failure) = await agent.daemon.answer(request) else {
                throw TestDaemon.Unexpected(answer: .failure(ControlFailure(.success, "was taken")))
            }
            #expect(failure.exitCode == .usage)
            #expect(try await agent.sensors().map(\.interval) == [60, 60])
        }
    }

    @Test("a floor that a later version raised holds for what was chosen before")
    func raisedFloor() throws {
        let id = try SensorID("test.a.x")
        let sensor = try Sensor(id: id, device: "a", name: "a", interval: .seconds(60), leastInterval: .seconds(30))
        #expect(Pace.usual.interval(of: sensor, chosen: .seconds(10)) == .seconds(30))
        #expect(Pace.usual.interval(of: sensor, chosen: .seconds(90)) == .seconds(90))
        #expect(Pace.fixed(.seconds(2)).interval(of: sensor, chosen: .seconds(90)) == .seconds(2))
    }

    /// Moves the clock and waits until the server has the value that a sensor gives from then on.
    private static func advance(
        _ seconds: Int,
        to value: Int,
        _ clock: TestClock,
        _ provider: FakeProvider,
        _ id: SensorID,
        _ server: FakeServer
    ) async {
        let outcome = Reading.Outcome.value(.integer(Int64(value)))
        await clock.sleepers(atLeast: 1)
        provider.set(outcome, for: id)
        clock.advance(by: .seconds(seconds))
        await server.until { $0.flatMap(\.states).contains { $0.reading.outcome == outcome } }
    }
}
