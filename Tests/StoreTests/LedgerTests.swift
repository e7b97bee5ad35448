import FoundationEssentials
import SensorSDK
import SQLite
import Shared
import Store
import TestSupport
import Testing

@Suite(.world()) struct LedgerTests {
    let folder: ScratchFolder
    let store: Store
    let server: ServerRecord.ID
    let sensor: Sensor

    init() async throws {
        folder = try ScratchFolder()
        store = try Store(directory: folder.path)
        server = try await store.addServer()
        sensor = try Samples.sensor()
        try await store.enableAndRegister([sensor], on: server)
    }

    private func deliver(_ store: Store, _ outcome: Receipt.Outcome?, bytes: Int, at time: Instant) async throws {
        try await store.queue([Samples.state(Int64(bytes), for: server)])
        let batch = try await store.batch(for: server)
        let receipt = Receipt(states: outcome.map { [sensor.id: $0] } ?? [:], sentBytes: [sensor.id: bytes])
        try await store.apply(receipt, to: batch, from: server, at: time)
    }

    @Test("the ledger counts by day what went, acknowledged or not, and survives a damaged outbox once it was moved")
    func counting() async throws {
        try await deliver(store, .accepted, bytes: 100, at: Samples.time(1000))
        try await deliver(store, nil, bytes: 50, at: Samples.time(2000))
        try await deliver(store, .accepted, bytes: 7, at: Samples.time(1000 + 86400))
        let entries = try await store.ledger()
        #expect(entries.map(\.day) == ["2026-01-01", "2026-01-02"])
        #expect(entries.map(\.sent) == [2, 1])
        #expect(entries.map(\.bytes) == [150, 7])
        #expect(entries[0].first == Samples.time(1000).wall)
        #expect(entries[0].last == Samples.time(2000).wall)
        #expect(entries[0].receipt == Samples.time(1000).wall)
        #expect(try await store.ledger(since: "2026-01-02").map(\.day) == ["2026-01-02"])

        await store.close()
        try folder.write(Array("broken".utf8), to: "outbox.db")
        let again = try Store(directory: folder.path)
        #expect(try await again.ledger() == entries)
    }

    @Test("a move that was cut short between the two files counts nothing twice, and nothing is lost")
    func cutShort() async throws {
        try await deliver(store, .accepted, bytes: 100, at: Samples.time(1000))
        #expect(try await store.ledger().map(\.bytes) == [100])
        await store.close()
        // As if the machine had lost power after agent.db was written, and before the outbox was.
        try folder.edit("outbox.db") { outbox in
            try outbox.execute(
                """
                INSERT INTO ledger SELECT \(server), 'battery.bat0.level', '2026-01-01', ledger_generation - 1, 1, 100, 0, 0, NULL
                FROM outbox
                """
            )
        }
        let again = try Store(directory: folder.path)
        try await deliver(again, .accepted, bytes: 1, at: Samples.time(1001))
        let entries = try await again.ledger()
        #expect(entries.map(\.bytes) == [101])
    }

    @Test("the ledger of a server goes with it")
    func removed() async throws {
        try await deliver(store, .accepted, bytes: 100, at: Samples.time(1000))
        try await store.removeServer(server)
        #expect(try await store.ledger().isEmpty)
    }
}
