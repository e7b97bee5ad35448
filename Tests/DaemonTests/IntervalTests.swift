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
            #expect(try await agent.setInterval(.seconds(600), of: "test.a.slow").interval == 600)
            try await agent.pass { provider.reads[usual, default: 0] >= 24 }
            // Every tenth time, give and take what the daemon lags behind; without the interval it would be every time.
            #expect((2...12).contains(provider.reads[slow, default: 0]))
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
        let sensor = try Sensor(id: id, device: "a", name: "a", interval: .seconds(86400), leastInterval: .seconds(10))
        let provider = FakeProvider([sensor])
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": FakeServer()]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test")
            try await agent.pass { provider.reads[id, default: 0] >= 1 }
            let start = agent.clock.sinceBoot
            try await agent.setInterval(.seconds(10), of: "test.a.x")
            try await agent.pass { provider.reads[id, default: 0] >= 3 }
            #expect(agent.clock.sinceBoot - start < .seconds(3600))
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
}
