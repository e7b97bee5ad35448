import Daemon
import FoundationEssentials
import SensorSDK
import Shared
import Store
import Synchronization
import TestSupport
import Testing

/// When an uploader sends what, and what it makes of the answers.
@Suite struct UploaderTests {
    private let x: SensorID

    init() throws { x = try SensorID("test.a.x") }

    private func event(_ name: String) -> ProviderChange {
        .happened(DeviceEvent(id: name, sensor: x, action: .added, name: name, time: Current.instant))
    }

    /// A daemon that reports `test.a.x` to one server.
    private func run(
        server: FakeServer = FakeServer(),
        log: RecordedLog = RecordedLog(),
        _ test: @Sendable (TestDaemon, FakeProvider) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let provider = FakeProvider([try PromiseTests.sensor("test.a.x"), try PromiseTests.sensor("test.a.y")])
        try await TestDaemon.run(
            in: folder.path,
            provider: provider,
            servers: ["http://a": server],
            log: log
        ) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.a.x")
            await server.until { !$0.flatMap(\.states).isEmpty }
            try await test(agent, provider)
        }
    }

    @Test("after a restart of the agent every value is sent once, changed or not")
    func agentRestart() async throws {
        let folder = try TemporaryFolder()
        let provider = FakeProvider([try PromiseTests.sensor("test.a.x")])
        let server = FakeServer()
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.a.x")
            await server.until { !$0.flatMap(\.states).isEmpty }
        }
        let before = server.readings.count
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { _ in
            await server.until { $0.flatMap(\.states).count > before }
        }
    }

    @Test("after a server was away, states go at once and events a minute later, when its automations listen")
    func settling() async throws {
        let server = FakeServer()
        try await run(server: server) { agent, provider in
            try await agent.pass { server.readings.count >= 2 }
            server.answer { _ in Receipt(fault: .unreachable(.refused(host: "a"))) }
            provider.set(.value(.integer(2)), for: x)
            let before = server.readings.count
            try await agent.pass { server.readings.count > before }
            provider.notice(event("stick"))
            server.answer(FakeServer.acknowledge)
            let failed = server.batches.count
            try await agent.pass { !server.batches.flatMap(\.events).isEmpty }
            let batches = server.batches
            let back = try #require(batches.indices.first { $0 >= failed && !batches[$0].states.isEmpty })
            let told = try #require(batches.indices.first { !batches[$0].events.isEmpty })
            #expect(server.times[told] - server.times[back] >= .seconds(60))
            #expect(batches.flatMap(\.events).map(\.event.name) == ["stick"])
        }
    }

    @Test(
        "D38: a binary sensor that was unavailable is said to be so again when a restart of the server may have been missed"
    )
    func missedRestart() async throws {
        let folder = try TemporaryFolder()
        let door = try Sensor(id: SensorID("test.a.door"), kind: .binarySensor, device: "a", name: "a door")
        let provider = FakeProvider([door, try PromiseTests.sensor("test.a.x")])
        provider.set(.unavailable(.notPresent), for: door.id)
        let server = FakeServer()
        let doors = { @Sendable in server.readings.filter { $0.sensor == door.id } }
        let numbers = { @Sendable in server.readings.filter { $0.sensor != door.id }.count }
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.a.*")
            try await agent.pass { !doors().isEmpty && numbers() >= 2 }
            let before = (doors().count, numbers())
            server.answer { batch in
                var receipt = await FakeServer.acknowledge(batch)
                receipt.wasIdle = batch.states.contains { $0.reading.sensor != door.id }
                return receipt
            }
            provider.set(.value(.integer(5)), for: x)
            try await agent.pass { doors().count > before.0 }
            #expect(doors().last?.outcome == .unavailable(.notPresent))
            #expect(numbers() == before.1 + 1)
        }
    }

    @Test("events of one second go together")
    func window() async throws {
        let server = FakeServer()
        try await run(server: server) { agent, provider in
            provider.notice(event("one"))
            provider.notice(event("two"))
            provider.notice(event("three"))
            try await wait { try await agent.servers().first?.waitingEvents == 3 }
            try await agent.pass { server.batches.flatMap(\.events).count >= 3 }
            #expect(server.batches.filter { !$0.events.isEmpty }.count == 1)
        }
    }

    @Test("D39: what was described anew to a server gets its value again, since the server forgot it")
    func describedAgain() async throws {
        let server = FakeServer()
        try await run(server: server) { agent, provider in
            try await agent.pass { server.readings.count >= 2 }
            let before = server.readings.count
            let isFirst = Mutex(true)
            server.answer { batch in
                var receipt = await FakeServer.acknowledge(batch)
                if isFirst.withLock({ exchange(&$0, for: false) }) {
                    receipt.states = receipt.states.mapValues { _ in .notRegistered }
                }
                return receipt
            }
            provider.set(.value(.integer(3)), for: x)
            try await agent.pass {
                server.batches.last?.states.first?.reading.outcome == .value(.integer(3))
                    && server.registrations.count == 2
            }
            #expect(server.registrations.map(\.disabled) == [false, nil])
            // So that it need not show nothing until then.
            #expect(server.registrations.last?.reading?.outcome == .value(.integer(3)))
            #expect(server.readings.count > before + 1)
        }
    }

    @Test("a sensor that its owner disables in Home Assistant stops; when he enables it there again, it goes on")
    func resumed() async throws {
        let server = FakeServer()
        let x = x
        try await run(server: server) { agent, provider in
            try await agent.pass { server.readings.count >= 2 }
            server.answer { batch in
                var receipt = await FakeServer.acknowledge(batch)
                receipt.states = receipt.states.mapValues { _ in .disabledByServer }
                return receipt
            }
            provider.set(.value(.integer(2)), for: x)
            try await agent.pass { server.readings.last?.outcome == .value(.integer(2)) }
            try await wait { try await agent.sensors().first { $0.id == x }?.servers?.first?.note != nil }
            let note = try await agent.sensors().first { $0.id == x }?.servers?.first?.note
            #expect(note == "disabled in Home Assistant")

            server.answer { batch in
                var receipt = await FakeServer.acknowledge(batch)
                receipt.disabledAtServer = [x: false]
                return receipt
            }
            provider.set(.value(.integer(3)), for: x)
            try await agent.pass(by: .seconds(30)) { server.readings.last?.outcome == .value(.integer(3)) }
            // The server may switch off; it never says "enabled" for something that is off here.
            #expect(server.registrations.count == 1)
        }
    }

    @Test("a server can't switch on what is off here")
    func offStaysOff() async throws {
        let server = FakeServer()
        let y = try SensorID("test.a.y")
        server.answer { batch in
            var receipt = await FakeServer.acknowledge(batch)
            receipt.disabledAtServer = [y: false]
            return receipt
        }
        try await run(server: server) { agent, provider in
            try await agent.pass { server.readings.count >= 3 }
            #expect(Set(server.readings.map(\.sensor)) == [x])
            #expect(provider.reads[y] == nil)
        }
    }

    @Test(
        "a server that is gone is asked nothing more, keeps all that waits, and is asked again when its owner insists"
    )
    func gone() async throws {
        let server = FakeServer()
        try await run(server: server) { agent, provider in
            try await agent.pass { server.readings.count >= 2 }
            server.answer { _ in Receipt(fault: .gone) }
            provider.set(.value(.integer(2)), for: x)
            let before = server.batches.count
            try await agent.pass { server.batches.count > before }
            for _ in 0..<100 {
                await agent.clock.sleepers(atLeast: 1)
                agent.clock.advance(by: .seconds(60))
            }
            #expect(server.batches.count == before + 1)
            let listed = try await agent.servers()
            #expect(listed.first?.state == .gone)
            #expect(listed.first?.waitingStates == 1)
            server.answer(FakeServer.acknowledge)
            try await agent.enable("test.a.y")
            await server.until { Set($0.flatMap(\.states).map(\.reading.sensor)).count == 2 }
        }
    }

    @Test("a server that is gone over plain http is asked again each 15 minutes: what somebody forged heals by itself")
    func forgedGone() async throws {
        let server = FakeServer()
        try await run(server: server) { agent, provider in
            try await agent.pass { server.readings.count >= 2 }
            server.answer { _ in Receipt(fault: .gone, mayBeForged: true) }
            provider.set(.value(.integer(2)), for: x)
            let before = server.batches.count
            try await agent.pass { server.batches.count > before }
            #expect(try await agent.servers().first?.state == .gone)
            try await agent.pass(by: .seconds(60)) { server.batches.count > before + 1 }
            #expect(server.times[before + 1] - server.times[before] >= .seconds(900))
            server.answer(FakeServer.acknowledge)
            try await agent.pass(by: .seconds(60)) { server.readings.last?.outcome == .value(.integer(2)) }
            try await agent.pass { try await agent.servers().first?.state == .ok }
        }
    }

    @Test("a proxy that asks to wait is not asked again before")
    func retryAfter() async throws {
        let server = FakeServer()
        try await run(server: server) { agent, provider in
            try await agent.pass { server.readings.count >= 2 }
            server.answer { _ in Receipt(fault: .tooMany(retryAfter: .seconds(300))) }
            provider.set(.value(.integer(2)), for: x)
            let before = server.batches.count
            try await agent.pass { server.batches.count > before }
            try await agent.pass { server.batches.count > before + 1 }
            #expect(server.times[before + 1] - server.times[before] >= .seconds(300))
        }
    }

    @Test("since when a server says nothing outlasts the agent, and is over with its first word")
    func emptyForDays() async throws {
        let folder = try TemporaryFolder()
        let provider = FakeProvider([try PromiseTests.sensor("test.a.x")])
        let server = FakeServer { _ in Receipt(fault: .empty) }
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.a.x")
            await server.until { $0.count >= 2 }
        }
        var since: Date?
        try await inWorld({ _ in }) {
            let store = try Store(directory: folder.path + "/state")
            since = try await store.servers().first?.emptySince
            await store.close()
        }
        #expect(since != nil)
        server.answer(FakeServer.acknowledge)
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["http://a": server]) { _ in
            await server.until { !$0.flatMap(\.states).isEmpty }
        }
        try await inWorld({ _ in }) {
            let store = try Store(directory: folder.path + "/state")
            #expect(try await store.servers().first?.emptySince == nil)
            await store.close()
        }
    }

    @Test("D38: a server that does not know this machine is asked once an hour")
    func unknown() async throws {
        let server = FakeServer()
        try await run(server: server) { agent, provider in
            try await agent.pass { server.readings.count >= 2 }
            server.answer { _ in Receipt(fault: .unknownToServer) }
            provider.set(.value(.integer(2)), for: x)
            let before = server.batches.count
            try await agent.pass { server.batches.count > before }
            try await agent.pass(by: .seconds(60)) { server.batches.count > before + 1 }
            #expect(server.times[before + 1] - server.times[before] >= .seconds(3600))
            let listed = try await agent.servers()
            #expect(listed.first?.state == .unknownToServer)
        }
    }
}

private func exchange(_ value: inout Bool, for new: Bool) -> Bool {
    defer { value = new }
    return value
}

/// Waits until the daemon says so, while its clock stands still.
private func wait(until isMet: () async throws -> Bool) async throws {
    while try await !isMet() { try await Task.sleep(for: .milliseconds(1)) }
}
