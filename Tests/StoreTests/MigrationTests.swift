import FoundationEssentials
import Sealing
import SensorSDK
import Shared
import SQLite
import TestSupport
import Testing

@testable import Store

@Suite(.world()) struct MigrationTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("a migration that was released is never changed: the list of their digests only grows")
    func words() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Words/migrations.txt")
        let kept = try String(decoding: Data(contentsOf: file), as: UTF8.self).split(separator: "\n").map(String.init)
        let present = [Schema.agent, .outbox].flatMap { schema in
            schema.migrations.enumerated().map { index, sql in
                let digest = Digest.sha256(Array(sql.utf8)).map { byte in
                    let text = String(byte, radix: 16)
                    return text.count == 1 ? "0" + text : text
                }
                return "\(schema.file) \(index + 1) \(digest.joined())"
            }
        }
        #expect(present.sorted() == kept.sorted(), "append new lines to Tests/Words/migrations.txt, never change one")
    }

    @Test("files as version 1 made them open, with everything in them")
    func version1() async throws {
        try write("agent-1.sql", to: "agent.db")
        try write("outbox-1.sql", to: "outbox.db")
        let store = try Store(directory: folder.path)

        let servers = try await store.servers()
        #expect(servers.map(\.name) == ["home", "office"])
        #expect(servers[0].credentials.exposed == "{\"key\":\"00ff\"}")
        #expect(servers[0].version == "2026.11.0")
        #expect(store.salt == (0..<16).map { UInt8($0) })
        let sensors = try await store.knownSensors()
        #expect(sensors.map(\.id.description) == ["battery.bat0.level", "device_events.usb.last_event"])
        #expect(sensors[0].deviceClass == .battery)
        #expect(sensors[0].interval == .seconds(60))
        let enablements = try await store.enablements()
        #expect(enablements.map(\.server) == [1, 1, 3])
        #expect(enablements.map(\.isDisabledByServer) == [false, false, true])
        #expect(enablements[0].accepted.covers(sensors[0]))

        let batch = try await store.batch(for: 1)
        #expect(batch.values == [.value(.number(81.5))])
        #expect(batch.states[0].reading.attributes == ["cycles": .integer(312)])
        #expect(batch.states[0].sequence == QueueSequence(epoch: 2, number: 41))
        #expect(batch.eventNames == ["USB stick"])
        #expect(batch.events[0].attempt == 2)
        #expect(batch.registrations.map(\.sensor.id.description) == ["device_events.usb.last_event"])
        #expect(try await store.depth(of: 1).droppedEvents == 4)
        #expect(try await store.namedSources(family: "storage") == ["/mnt/nas"])
        #expect(try await store.receipts()[1]?.count == 1)
        // The number of the server that was removed back then is not given again.
        #expect(try await store.addServer("new") == 4)
    }

    @Test("before a later migration agent.db is copied; the copy goes with the first receipt of the new version")
    func copy() async throws {
        let old = try Store(directory: folder.path)
        let server = try await old.addServer()
        try await old.enableAndRegister([Samples.sensor()], on: server)
        await old.close()
        try folder.write([], to: "agent.db.version-0")

        let next = Schema(
            file: "agent.db",
            migrations: Schema.agent.migrations + ["ALTER TABLE servers ADD COLUMN note TEXT"]
        )
        let store = try Store(directory: folder.path, agent: next, outbox: .outbox)
        #expect(try await store.servers().map(\.id) == [server])
        #expect(try folder.names().filter { $0.hasPrefix("agent.db.") } == ["agent.db.version-\(Schema.agent.version)"])
        #expect(try folder.mode("agent.db.version-\(Schema.agent.version)") == 0o600)
        let copy = try Database(path: folder.file("agent.db.version-\(Schema.agent.version)"))
        #expect(try copy.userVersion() == Schema.agent.version)
        #expect(try copy.fault() == nil)
        let names = try copy.rows("SELECT name FROM servers") { (row) throws(SQLiteError) in try row.text(0) }
        #expect(names == ["home"])

        try await store.queue([Samples.state(50, for: server)])
        try await store.settle(store.batch(for: server), .accepted, from: server)
        #expect(try folder.names().filter { $0.hasPrefix("agent.db.") } == [])
        await store.close()
        #expect(try folder.edit("agent.db") { try $0.userVersion() } == next.version)
        #expect(throws: StoreError.newer(path: folder.file("agent.db"), found: next.version, known: next.version - 1)) {
            try Store(directory: folder.path)
        }
    }

    @Test("a copy from before a migration keeps no secret of a server that is removed")
    func copyOfRemoved() async throws {
        let old = try Store(directory: folder.path)
        let server = try await old.addServer()
        await old.close()
        let next = Schema(
            file: "agent.db",
            migrations: Schema.agent.migrations + ["ALTER TABLE servers ADD COLUMN note TEXT"]
        )
        await (try Store(directory: folder.path, agent: next, outbox: .outbox)).close()
        let store = try Store(directory: folder.path, agent: next, outbox: .outbox)
        #expect(try folder.names().contains("agent.db.version-\(Schema.agent.version)"))
        try await store.removeServer(server)
        #expect(try !folder.contains("key of home"))
    }

    @Test("a migration that fails changes nothing")
    func failed() async throws {
        let old = try Store(directory: folder.path)
        let server = try await old.addServer()
        await old.close()
        let broken = Schema(
            file: "agent.db",
            migrations: Schema.agent.migrations + ["ALTER TABLE servers ADD COLUMN note TEXT; DROP TABLE nothing"]
        )
        #expect(throws: StoreError.self) { try Store(directory: folder.path, agent: broken, outbox: .outbox) }
        #expect(try await Store(directory: folder.path).servers().map(\.id) == [server])
    }

    /// Makes a database from a script below `Fixtures`.
    private func write(_ fixture: String, to name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(fixture)")
        let script = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        try folder.write([], to: name)
        try folder.edit(name) { try $0.execute(script) }
    }
}
