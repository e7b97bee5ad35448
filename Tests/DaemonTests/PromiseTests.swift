import Daemon
import SensorSDK
import Shared
import TestSupport
import Testing

/// The promises that README makes, as far as daemon and store keep them.
@Suite struct PromiseTests {
    static func sensor(
        _ id: String,
        unit: Unit? = nil,
        sensitivity: Sensitivity = .plain,
        attributes: [String] = [],
        revision: Int = 1
    ) throws -> Sensor {
        try Sensor(
            id: SensorID(id),
            device: "Thing",
            name: "Thing \(id)",
            unit: unit,
            sensitivity: sensitivity,
            attributes: attributes,
            revision: revision
        )
    }

    @Test("promise 1, opt-in: what nobody enabled is never read on a schedule, registered or sent")
    func optIn() async throws {
        let folder = try TemporaryFolder()
        let on = try SensorID("test.a.on")
        let provider = FakeProvider([try Self.sensor("test.a.on"), try Self.sensor("test.a.off")])
        let server = FakeServer()
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            #expect(provider.reads.isEmpty)
            try await agent.enable("test.a.on")
            await server.until { $0.flatMap(\.states).count >= 1 }
            for minute in 1...5 {
                // The collector's and the uploader's.
                await agent.clock.sleepers(atLeast: 2)
                provider.set(.value(.integer(Int64(minute) + 1)), for: on)
                agent.clock.advance(by: .seconds(60))
                await server.until { batches in
                    batches.flatMap(\.states).contains { $0.reading.outcome == .value(.integer(Int64(minute) + 1)) }
                }
            }
        }
        #expect(Set(provider.reads.keys) == [on])
        #expect(Set(server.readings.map(\.sensor)) == [on])
        #expect(Set(server.registrations.map(\.sensor.id)) == [on])
    }

    @Test("a family or a glob stands for what is there now; a sensor that is gone is enabled by its full id alone")
    func goneInGlob() async throws {
        let folder = try TemporaryFolder()
        let (here, gone) = (try Self.sensor("test.a.here"), try Self.sensor("test.a.gone"))
        let provider = FakeProvider([here, gone])
        let server = FakeServer()
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            provider.offer([here])
            _ = await agent.daemon.answer(.reload)
            let report = try await agent.enable("test")
            #expect(report.changed == [here.id])
            #expect(report.absent == [gone.id])
            #expect(try await agent.enable("test.a.gone").changed == [gone.id])
            // What is on is no news.
            #expect(try await agent.enable("test").absent.isEmpty)
        }
    }

    @Test("promise 2, per server: a second server starts with nothing and gets nothing")
    func perServer() async throws {
        let folder = try TemporaryFolder()
        let provider = FakeProvider([try Self.sensor("test.a.x"), try Self.sensor("test.a.y")])
        let first = FakeServer()
        let second = FakeServer()
        try await TestDaemon.run(
            in: folder.path,
            provider: provider,
            servers: ["http://a": first, "http://b": second]
        ) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.a.x")
            await first.until { !$0.flatMap(\.states).isEmpty }
            try await agent.add("http://b", as: "b")
            try await agent.enable("test.a.y", on: .named("a"))
            await first.until { $0.flatMap(\.states).contains { $0.reading.sensor.reading == "y" } }
            #expect(second.batches.isEmpty)
            try await agent.enable("test.a.y", on: .named("b"))
            await second.until { !$0.flatMap(\.states).isEmpty }
        }
        #expect(Set(second.readings.map(\.sensor.description)) == ["test.a.y"])
        #expect(Set(second.registrations.map(\.sensor.id.description)) == ["test.a.y"])
    }

    @Test("promise 3, updates start nothing: new, redefined and extended sensors stay as they were accepted")
    func updatesStartNothing() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let kept = try SensorID("test.a.kept")
        let old = FakeProvider([
            try Self.sensor("test.a.kept", attributes: ["before"]), try Self.sensor("test.a.unit", unit: .volt),
            try Self.sensor("test.a.meaning"), try Self.sensor("test.a.private"),
        ])
        try await TestDaemon.run(in: folder.path, provider: old, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test")
            await server.until { Set($0.flatMap(\.states).map(\.reading.sensor)).count == 4 }
        }
        let before = server.batches.count
        let new = FakeProvider([
            try Self.sensor("test.a.kept", attributes: ["before", "since"]),
            try Self.sensor("test.a.unit", unit: .watt),
            try Self.sensor("test.a.meaning", revision: 2), try Self.sensor("test.a.private", sensitivity: .location),
            try Self.sensor("test.a.new"),
        ])
        new.set(.value(.integer(2)), for: kept, attributes: ["before": .integer(1), "since": .integer(2)])
        try await TestDaemon.run(in: folder.path, provider: new, servers: ["http://a": server]) { agent in
            await server.until { $0.dropFirst(before).flatMap(\.states).contains { $0.reading.sensor == kept } }
            let listed = try await agent.sensors()
            let on = listed.filter { $0.servers?.first?.enabled == true }.map(\.id)
            #expect(on == [kept])
        }
        let after = server.batches.dropFirst(before)
        #expect(Set(after.flatMap(\.states).map(\.reading.sensor)) == [kept])
        #expect(after.flatMap(\.states).allSatisfy { $0.reading.attributes.keys.allSatisfy { $0 == "before" } })
        #expect(after.flatMap(\.registrations).allSatisfy { $0.sensor.id == kept && $0.disabled == nil })
    }

    @Test("promise 4, unavailable is a value: it is listed with its reason, sent, and takes no neighbour along")
    func unavailableIsAValue() async throws {
        let folder = try TemporaryFolder()
        let broken = try SensorID("test.a.broken")
        let fine = try SensorID("test.a.fine")
        let provider = FakeProvider([try Self.sensor("test.a.broken"), try Self.sensor("test.a.fine")])
        provider.set(.unavailable(.inputOutput), for: broken)
        let server = FakeServer()
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test")
            await server.until { Set($0.flatMap(\.states).map(\.reading.sensor)).count == 2 }
            let listed = try await agent.sensors()
            #expect(listed.first { $0.id == broken }?.unavailable == .inputOutput)
            #expect(listed.first { $0.id == fine }?.value == .integer(1))
        }
        #expect(server.readings.contains { $0.sensor == broken && $0.outcome == .unavailable(.inputOutput) })
        #expect(server.readings.contains { $0.sensor == fine && $0.outcome == .value(.integer(1)) })
    }

    @Test(
        "promise 6, nothing is lost that matters: what a server did not acknowledge reaches it after a restart, the newest once"
    )
    func nothingIsLost() async throws {
        let folder = try TemporaryFolder()
        let id = try SensorID("test.a.x")
        let provider = FakeProvider([try Self.sensor("test.a.x")])
        let server = FakeServer()
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.a.x")
            await server.until { !$0.flatMap(\.states).isEmpty }
            server.answer { _ in Receipt(fault: .unreachable(.refused(host: "a"))) }
            for event in 1...3 {
                provider.notice(
                    .happened(
                        DeviceEvent(
                            id: String(repeating: "\(event)", count: 32),
                            sensor: id,
                            action: .added,
                            name: "stick \(event)",
                            time: Current.instant
                        )
                    )
                )
            }
            try await agent.pass { server.batches.contains { !$0.events.isEmpty } }
        }
        let before = server.batches.count
        server.answer(FakeServer.acknowledge)
        provider.set(.value(.integer(7)), for: id)
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.pass {
                let late = server.batches.dropFirst(before)
                return late.flatMap(\.events).count >= 3
                    && late.flatMap(\.states).contains { $0.reading.outcome == .value(.integer(7)) }
            }
        }
        let late = server.batches.dropFirst(before)
        #expect(late.flatMap(\.events).map(\.event.name) == ["stick 1", "stick 2", "stick 3"])
        #expect(late.flatMap(\.states).filter { $0.reading.outcome == .value(.integer(7)) }.count == 1)
    }

    @Test("D13, promise 7, no harm: a family that hangs holds up no other and not the end, and is not asked twice")
    func hangingFamily() async throws {
        let folder = try TemporaryFolder()
        let provider = FakeProvider([try Self.sensor("test.a.x")])
        let slow = FakeProvider([try Self.sensor("slow.a.y")])
        let server = FakeServer()
        try await TestDaemon.run(
            in: folder.path,
            provider: provider,
            slowProvider: slow,
            servers: ["http://a": server]
        ) { agent in
            try await agent.add("http://a", as: "a")
            slow.hang()
            try await agent.enable("slow.a.y")
            try await agent.enable("test.a.x")
            // The quick one waits a moment for company, and not longer.
            await agent.clock.sleeper(within: .milliseconds(250))
            agent.clock.advance(by: .milliseconds(250))
            await server.until { $0.flatMap(\.states).contains { $0.reading.sensor.family == "test" } }
            agent.clock.advance(by: .seconds(5))
            await server.until { batches in
                batches.flatMap(\.states).contains { $0.reading.outcome == .unavailable(.timeout) }
            }
            agent.clock.advance(by: .seconds(60))
            await server.until { $0.flatMap(\.states).filter { $0.reading.sensor.family == "test" }.count >= 1 }
            #expect(slow.calls == 1)
        }
        slow.letGo()
    }

    @Test("D20, promise 7, no harm: a storm of notices makes a bounded number of readings")
    func storm() async throws {
        let folder = try TemporaryFolder()
        let id = try SensorID("test.a.x")
        let provider = FakeProvider([try Self.sensor("test.a.x")])
        let server = FakeServer()
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.a.x")
            await server.until { !$0.flatMap(\.states).isEmpty }
            for flap in 1...200 {
                provider.set(.value(.integer(Int64(flap))), for: id)
                provider.notice(.readAgain(nil))
                if flap.isMultiple(of: 20) {
                    await agent.clock.sleepers(atLeast: 1)
                    agent.clock.advance(by: .seconds(1))
                }
            }
            provider.set(.value(.integer(777)), for: id)
            provider.notice(.readAgain(nil))
            await agent.clock.sleepers(atLeast: 1)
            agent.clock.advance(by: .seconds(300))
            await server.until { $0.flatMap(\.states).contains { $0.reading.outcome == .value(.integer(777)) } }
        }
        #expect((provider.reads[id] ?? 0) <= 20)
    }
}
