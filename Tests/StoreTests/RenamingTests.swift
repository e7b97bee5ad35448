import FoundationEssentials
import SQLite
import SensorSDK
import Shared
import Store
import TestSupport
import Testing

@Suite(.world()) struct RenamingTests {
    let folder: ScratchFolder
    let store: Store
    let server: ServerRecord.ID
    let old: SensorID
    let new: SensorID

    init() async throws {
        folder = try ScratchFolder()
        store = try Store(directory: folder.path)
        server = try await store.addServer()
        old = try SensorID("battery.bat0.level")
        new = try SensorID("battery.main.level")
    }

    private func renamed(unit: Unit = .percent, revision: Int = 1) throws -> Sensor {
        try Sensor(
            id: new,
            device: "BAT0",
            name: "BAT0 level",
            unit: unit,
            icon: "mdi:battery",
            attributes: ["cycles", "since"],
            revision: revision,
            formerIDs: [old]
        )
    }

    /// One that is on, was told, has a state and an event waiting, a receipt, an interval, and a day in the ledger.
    private func fill(_ store: Store, _ server: ServerRecord.ID) async throws {
        try await store.enableAndRegister([Samples.sensor(attributes: ["cycles"])], on: server)
        try await store.setInterval(.seconds(600), of: old)
        try await store.queue([Samples.state(49, for: server)])
        let batch = try await store.batch(for: server)
        let receipt = Receipt(states: [old: .accepted], sentBytes: [old: 100])
        try await store.apply(receipt, to: batch, from: server, at: Samples.time())
        try await store.queue([
            Samples.state(50, for: server, attributes: ["cycles": .integer(3), "since": .integer(1)])
        ])
        try await store.queue(Samples.event("waits", of: old.description), for: [server])
    }

    @Test("all that is kept of a sensor goes on under its new id, and the server is spoken to under the old one")
    func moves() async throws {
        try await fill(store, server)
        let done = try await store.rename([(old, renamed())])
        #expect(done.map(\.former) == [old] && done.map(\.sensor) == [new])
        #expect(try await store.knownSensors() == [renamed()])
        #expect(try await store.enablements().map(\.sensor) == [new])
        #expect(try await store.enablements().first?.accepted.attributes == ["cycles"])
        #expect(try await store.intervals() == [new: .seconds(600)])
        #expect(try await store.receipts()[server]?.keys.map { $0 } == [new])
        #expect(try await store.ledger().map(\.sensor) == [new])
        #expect(try await store.aliases() == [old: new])

        let batch = try await store.batch(for: server)
        #expect(batch.registrations.isEmpty)
        #expect(batch.values == [.value(.integer(50))])
        #expect(batch.states.first?.reading.attributes == ["cycles": .integer(3)])
        #expect(batch.eventNames == ["waits"])
        #expect(batch.states.map(\.reading.sensor) == [new])
        #expect(batch.asKnown.states.map(\.reading.sensor) == [old])
        #expect(batch.asKnown.events.map(\.event.sensor) == [old])

        let told = Receipt(states: [old: .accepted], sentBytes: [old: 70]).translated(from: batch.knownAs)
        try await store.apply(told, to: batch, from: server, at: Samples.time(1100))
        #expect(try await store.batch(for: server).states.isEmpty)
        #expect(try await store.ledger().map(\.bytes) == [170])
        // Nothing more to be done, and nothing is written for it.
        #expect(try await store.rename([(old, renamed())]).isEmpty)
    }

    @Test("a start after the queue could not be renamed any more does that first, so that nothing of it is lost")
    func restart() async throws {
        try await fill(store, server)
        _ = try await store.rename([(old, renamed())])
        await store.close()
        // As if the process had ended between the two files.
        try folder.edit("outbox.db") { database in
            for table in ["states", "events", "receipts", "ledger"] {
                try database.run("UPDATE \(table) SET sensor = ?", .text(old.description))
            }
        }
        let again = try Store(directory: folder.path)
        let batch = try await again.batch(for: server)
        #expect(batch.states.map(\.reading.sensor) == [new])
        #expect(batch.eventNames == ["waits"])
        #expect(batch.asKnown.states.map(\.reading.sensor) == [old])
        #expect(try await again.receipts()[server]?.keys.map { $0 } == [new])
        #expect(try await again.ledger().map(\.sensor) == [new])
    }

    @Test("a history goes on under the new id, too, with nothing of it lost")
    func history() async throws {
        let folder = try ScratchFolder()
        let store = try Store(directory: folder.path, historyKinds: ["homeassistant"])
        let server = try await store.addServer()
        try await store.enable([Samples.sensor()], on: server)
        try await store.acceptRegistrations(from: server)
        for value in Int64(1)...3 { try await store.queue([Samples.state(value, for: server)]) }
        _ = try await store.rename([(old, renamed())])
        try await store.queue([Samples.state(4, of: new.description, for: server)])
        let batch = try await store.batch(for: server)
        #expect(batch.history?.items.map(\.sensor) == [new, new, new, new])
        #expect(batch.asKnown.history?.items.map(\.sensor) == [old, old, old, old])
        let last = try #require(batch.history?.items.last?.sequence)
        try await store.apply(Receipt(recorded: last), to: batch, from: server, at: Samples.time())
        #expect(try await store.batch(for: server).history?.items.isEmpty == true)
        #expect(try await store.depth(of: server).states == 0)
    }

    @Test("what measures something else does not take the place of a sensor that is on")
    func redefined() async throws {
        try await fill(store, server)
        for other in [try renamed(unit: .volt), try renamed(revision: 2)] {
            #expect(try await store.rename([(old, other)]).isEmpty)
        }
        #expect(try await store.enablements().map(\.sensor) == [old])
        #expect(try await store.aliases().isEmpty)
    }

    @Test("a sensor that is on under its new id somewhere is not mixed up with its former one")
    func both() async throws {
        try await fill(store, server)
        let second = try await store.addServer("office")
        try await store.enable([renamed()], on: second)
        #expect(try await store.rename([(old, renamed())]).isEmpty)
        #expect(try await store.enablements().map(\.sensor) == [old, new])
    }

    @Test("where a sensor is off because it was redefined it stays so, and stays listed")
    func partly() async throws {
        let second = try await store.addServer("office")
        try await store.enableAndRegister([Samples.sensor(revision: 7)], on: second)
        try await fill(store, server)
        #expect(try await store.rename([(old, renamed())]).map(\.sensor) == [new])
        let rows = try await store.enablements()
        #expect(rows.map(\.server) == [server, second])
        #expect(rows.map(\.sensor) == [new, old])
        #expect(try await store.knownSensors().map(\.id) == [old, new])
        // That server, too, is still told what its owner chooses.
        try await store.disable([old], on: second)
        let batch = try await store.batch(for: second)
        #expect(batch.registrations.map(\.sensor.id) == [old])
        try await store.acceptRegistrations(from: second)
        #expect(try await store.batch(for: second).isEmpty)
    }

    @Test(
        "over several versions a server keeps the first name, and a name that is given back is the sensor's own again"
    )
    func chain() async throws {
        try await fill(store, server)
        _ = try await store.rename([(old, renamed())])
        let third = try Sensor(
            id: SensorID("battery.first.level"),
            device: "BAT0",
            name: "BAT0 level",
            unit: .percent,
            formerIDs: [new, old]
        )
        #expect(try await store.rename([(new, third), (old, third)]).map(\.former) == [new])
        #expect(try await store.aliases() == [old: third.id, new: third.id])
        #expect(try await store.batch(for: server).asKnown.states.map(\.reading.sensor) == [old])
        let back = try Samples.sensor(attributes: ["cycles"])
        #expect(try await store.rename([(third.id, back)]).map(\.sensor) == [old])
        #expect(try await store.batch(for: server).knownAs.isEmpty)
        #expect(try await store.aliases() == [new: old, third.id: old])
    }

    @Test("an id that is listed again means itself, and one that was forgotten means nothing")
    func revived() async throws {
        try await store.remember([Samples.sensor()])
        _ = try await store.rename([(old, renamed())])
        #expect(try await store.aliases() == [old: new])
        #expect(try await store.knownSensors().map(\.id) == [new])
        try await store.remember([Samples.sensor(), renamed()])
        #expect(try await store.aliases().isEmpty)
        _ = try await store.rename([(old, renamed())])
        try await store.forget([new])
        #expect(try await store.aliases().isEmpty)
    }

    @Test("all sensors that a new version renames go on together, in one transaction of each file")
    func together() async throws {
        let olds = try (1...20).map { try Samples.sensor("plugin_x.a.n\($0)") }
        try await store.enableAndRegister(olds, on: server)
        for sensor in olds { try await store.queue([Samples.state(1, of: sensor.id.description, for: server)]) }
        let before = (try folder.commits("agent.db-wal"), try folder.commits("outbox.db-wal"))
        let claims = try olds.map { (former: $0.id, sensor: try Samples.sensor("plugin_x.b.\($0.id.reading)")) }
        #expect(try await store.rename(claims).count == 20)
        #expect(try folder.commits("agent.db-wal") == before.0 + 1)
        #expect(try folder.commits("outbox.db-wal") == before.1 + 1)
        let batch = try await store.batch(for: server)
        #expect(batch.states.count == 20 && batch.states.allSatisfy { $0.reading.sensor.thing == "b" })
        #expect(Set(batch.asKnown.states.map(\.reading.sensor)) == Set(olds.map(\.id)))
    }

    @Test("a plugin that renames without end leaves a bounded number of former ids")
    func bounded() async throws {
        var sensor = try Samples.sensor("plugin_x.a.n0")
        try await store.remember([sensor])
        for number in 1...2100 {
            let next = try Samples.sensor("plugin_x.a.n\(number)")
            _ = try await store.rename([(sensor.id, next)])
            sensor = next
        }
        #expect(try await store.aliases().count == 2000)
        #expect(try await store.knownSensors().count == 1)
    }

    @Test("a copy of the machine speaks to its servers, which are new to it, by the present ids")
    func renewed() async throws {
        try await fill(store, server)
        _ = try await store.rename([(old, renamed())])
        let servers = try await store.servers()
        try await store.renew(salt: Array(repeating: 1, count: 16), machine: nil, servers: servers) { $0 }
        try await store.remember([renamed()])
        let batch = try await store.batch(for: server)
        #expect(batch.asKnown.registrations.map(\.sensor.id) == [new])
        #expect(try await store.aliases() == [old: new])
    }
}
