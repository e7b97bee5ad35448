import Daemon
import FakeHomeAssistant
import SensorSDK
import Shared
import TestSupport
import Testing

/// What a sensor that goes by another id from some version on means for its owner and for servers.
@Suite(.world(), .timeLimit(.minutes(5))) struct RenamingTests {
    private static func sensor(
        _ id: String,
        was former: String...,
        unit: Unit? = nil,
        deviceClass: DeviceClass? = nil,
        sensitivity: Sensitivity = .plain
    ) throws -> Sensor {
        try Sensor(
            id: SensorID(id),
            device: "Thing",
            name: "Thing",
            deviceClass: deviceClass,
            unit: unit,
            sensitivity: sensitivity,
            formerIDs: former.map { try SensorID($0) }
        )
    }

    @Test(
        "promise 3, updates start nothing: a respelled sensor stays on, and its server keeps the entity, over restarts and until it is disabled"
    )
    func staysOn() async throws {
        let folder = try TemporaryFolder()
        let home = try FakeHomeAssistant()
        let other = try FakeHomeAssistant()
        let new = try SensorID("test.b.x")
        try await TestDaemon.run(FakeProvider([try Self.sensor("test.a.x")]), in: folder) { agent in
            try await agent.add(home.url, as: "home", token: home.token)
            try await agent.enable("test.a.x")
            try await agent.setInterval(.seconds(90), of: "test.a.x")
            try await agent.pass { home.entities().first?.state == "1" }
        }

        let updated = FakeProvider([try Self.sensor("test.b.x", was: "test.a.x")])
        updated.set(.value(.integer(2)), for: new)
        try await TestDaemon.run(updated, in: folder) { agent in
            try await agent.pass { home.entities().first?.state == "2" }
            let listed = try await agent.sensors()
            #expect(listed.map(\.id) == [new])
            #expect(listed.first?.servers?.first?.enabled == true)
            #expect(listed.first?.interval == 90)
            // A server that never knew the old name gets the new one.
            try await agent.add(other.url, as: "other", token: other.token)
            try await agent.enable("test.a.x", on: .named("other"))
            try await agent.pass { other.entities().first?.state == "2" }
            let rows = try await agent.audit()
            #expect(Set(rows.map(\.sensor)) == [new])
        }
        updated.set(.value(.integer(3)), for: new)
        try await TestDaemon.run(updated, in: folder) { agent in
            try await agent.pass { home.entities().first?.state == "3" && other.entities().first?.state == "3" }
            #expect(home.entities().map(\.uniqueID) == ["test.a.x"])
            #expect(other.entities().map(\.uniqueID) == ["test.b.x"])

            // A forgetful server is told the old name again.
            home.behave(.well)
            try await agent.disable("test.b.x", on: .all)
            try await agent.pass { (home.entities() + other.entities()).allSatisfy(\.isDisabled) }
            try await agent.enable("test.b.x", on: .named("home"))
            try await agent.pass { home.entities().first?.isDisabled == false }
            #expect(home.entities().map(\.uniqueID) == ["test.a.x"])
        }
    }

    @Test("what waits for a server that is away when its sensor is renamed reaches it, under the name that it knows")
    func waiting() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let old = try SensorID("test.a.x")
        let new = try SensorID("test.b.x")
        let provider = FakeProvider([try Self.sensor("test.a.x")])
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.a.x")
            await server.until { !$0.flatMap(\.states).isEmpty }
            server.answer { _ in Receipt(fault: .unreachable(.refused(host: "a"))) }
            provider.notice(
                .happened(DeviceEvent(id: "1", sensor: old, action: .added, name: "before", time: Current.instant))
            )
            try await agent.pass { server.batches.contains { !$0.events.isEmpty } }
            provider.offer([try Self.sensor("test.b.x", was: "test.a.x")])
            provider.notice(.listAgain)
            provider.notice(
                .happened(DeviceEvent(id: "2", sensor: new, action: .added, name: "after", time: Current.instant))
            )
            try await agent.pass { try await agent.sensors().map(\.id) == [new] }
        }
        let before = server.batches.count
        server.answer(FakeServer.acknowledge)
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.pass { server.batches.dropFirst(before).flatMap(\.events).count >= 2 }
        }
        let late = server.batches.dropFirst(before)
        #expect(late.flatMap(\.events).map(\.event.name) == ["before", "after"])
        #expect(Set(late.flatMap(\.events).map(\.event.sensor)) == [old])
        #expect(Set(server.readings.map(\.sensor)) == [old])
        #expect(server.registrations.allSatisfy { $0.sensor.id == old && $0.disabled == false })
    }

    @Test("a registration that is on its way while its sensor is renamed is not taken back")
    func inFlight() async throws {
        let folder = try TemporaryFolder()
        let old = try SensorID("test.a.x")
        let provider = FakeProvider([try Self.sensor("test.a.x")])
        let gate = AsyncStream.makeStream(of: Void.self)
        let server = FakeServer { batch in
            for await _ in gate.stream {}
            return await FakeServer.acknowledge(batch)
        }
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.a.x")
            await server.until { !$0.flatMap(\.registrations).isEmpty }
            provider.offer([try Self.sensor("test.b.x", was: "test.a.x")])
            #expect(try await agent.sensors().map(\.id.description) == ["test.b.x"])
            gate.continuation.finish()
            try await agent.pass { !server.readings.isEmpty }
            try await agent.pass { try await agent.servers().first?.waitingRegistrations == 0 }
        }
        #expect(server.registrations.map(\.disabled) == [false])
        #expect(Set(server.readings.map(\.sensor)) == [old])
    }

    @Test(
        "promise 3, updates start nothing: a new id with another unit, class or sensitivity is another sensor, and off"
    )
    func another() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let provider = FakeProvider([
            try Self.sensor("test.a.unit", unit: .watt), try Self.sensor("test.a.class", unit: .percent),
            try Self.sensor("test.a.private"), try Self.sensor("test.a.same"),
        ])
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test")
            await server.until { Set($0.flatMap(\.states).map(\.reading.sensor)).count == 4 }
            provider.offer([
                try Self.sensor("test.b.unit", was: "test.a.unit", unit: .volt),
                try Self.sensor("test.b.class", was: "test.a.class", unit: .percent, deviceClass: .battery),
                try Self.sensor("test.b.private", was: "test.a.private", sensitivity: .location),
                try Self.sensor("test.b.same", was: "test.a.same"),
            ])
            let listed = try await agent.sensors()
            let on = listed.filter { $0.servers?.first?.enabled == true }.map(\.id.description)
            #expect(on == ["test.a.class", "test.a.private", "test.a.unit", "test.b.same"])
            #expect(listed.filter { $0.id.thing == "b" }.count == 4)
        }
        #expect(!server.registrations.contains { $0.sensor.id.thing == "b" })
    }

    @Test(
        "of two sensors that claim one former id none gets it, and of one that is still there neither; both is said once"
    )
    func contested() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        let log = RecordedLog()
        let provider = FakeProvider([try Self.sensor("test.a.x"), try Self.sensor("test.a.y")])
        try await TestDaemon.run(
            in: folder.path,
            provider: provider,
            servers: ["http://a": server],
            log: log
        ) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test")
            provider.offer([
                try Self.sensor("test.b.x", was: "test.a.x"), try Self.sensor("test.c.x", was: "test.a.x"),
                try Self.sensor("test.b.y", was: "test.a.y"), try Self.sensor("test.a.y"),
            ])
            for _ in 1...3 {
                let on = try await agent.sensors().filter { $0.servers?.first?.enabled == true }.map(\.id.description)
                #expect(on == ["test.a.x", "test.a.y"])
            }
        }
        let said = log.lines.map(\.line).filter { $0.contains("former id") }
        #expect(said.count == 2, "\(said)")
    }

    @Test("commands and files that name a former id mean the sensor that has another one now, and say which")
    func commands() async throws {
        let folder = try TemporaryFolder()
        let new = try SensorID("test.b.x")
        let provider = FakeProvider([try Self.sensor("test.a.x")])
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": FakeServer()]) { agent in
            try await agent.add("http://a", as: "a")
            _ = try await agent.sensors()
            provider.offer([try Self.sensor("test.b.x", was: "test.a.x")])
            #expect(try await agent.sensors().map(\.id) == [new])
            #expect(try await agent.enable("test.a.x").changed == [new])
            #expect(try await agent.setInterval(.seconds(600), of: "test.a.x").id == new)
            guard case .sensors(let read) = await agent.daemon.answer(.readSensors(patterns: ["test.a.x"])) else {
                Issue.record("it was not read")
                return
            }
            #expect(read.sensors.map(\.id) == [new])

            var wanted = Arrangement()
            var section = Arrangement.Server("a")
            section.sensors = [.init("test.a.x", isOptional: false)]
            wanted.servers = [section]
            wanted.intervals = [.init(sensor: "test.a.x", milliseconds: 600_000)]
            guard
                case .applied(let report) = await agent.daemon.answer(
                    .apply(wanted, isCheck: true, acceptsChanged: false)
                )
            else {
                Issue.record("it can't be applied")
                return
            }
            #expect(report.changes.isEmpty && report.problems.isEmpty)
            #expect(report.notes == ["test.a.x has another id now: test.b.x"])
        }
    }
}
