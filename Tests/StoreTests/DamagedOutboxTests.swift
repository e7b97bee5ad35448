import FoundationEssentials
import SensorSDK
import Shared
import SQLite
import Store
import TestSupport
import Testing

/// Field bug D30: a queue file that is damaged.
@Suite(.world()) struct DamagedOutboxTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let events = 200

    /// Many events and a state, and the files as a killed agent leaves them: most in the database, the rest in its log.
    private func fill(events: Int = events, isKilled: Bool = true) async throws {
        let store = try Store(directory: folder.path)
        let server = try await store.addServer()
        try await store.enableAndRegister([Samples.sensor(), Samples.eventSensor()], on: server)
        for number in 1...events { try await store.queue(Samples.event("stick \(number)"), for: [server]) }
        await store.close()
        let again = try Store(directory: folder.path)
        for number in 1...20 { try await again.queue(Samples.event("late \(number)"), for: [server]) }
        try await again.queue([Samples.state(50, for: server)])
        if !isKilled { return await again.close() }
        let copy = folder.root + "/copy"
        try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
        await again.close()
        try FileManager.default.removeItem(atPath: folder.path)
        try FileManager.default.moveItem(atPath: copy, toPath: folder.path)
    }

    private func names(_ store: Store) async throws -> [String] {
        let server = try #require(try await store.servers().first).id
        var names: [String] = []
        while true {
            let batch = try await store.batch(for: server)
            guard !batch.events.isEmpty else { return names }
            #expect(batch.events.allSatisfy { $0.attempt > 1 && $0.sequence.epoch > 1 })
            names += batch.eventNames
            let receipt = Receipt(deliveredEvents: Set(batch.events.map(\.sequence)))
            try await store.apply(receipt, to: batch, from: server, at: Samples.time())
        }
    }

    private static let all = (1...events).map { "stick \($0)" } + (1...20).map { "late \($0)" }

    @Test("D30: all that is left of a queue whose header is destroyed is carried over, in order and marked")
    func header() async throws {
        try await fill(isKilled: false)
        var bytes = try folder.bytes("outbox.db")
        bytes.replaceSubrange(0..<100, with: repeatElement(0xa5, count: 100))
        try folder.write(bytes, to: "outbox.db")
        let agent = try folder.bytes("agent.db")

        let log = RecordedLog()
        try await inWorld({ $0.log = log }) {
            let store = try Store(directory: folder.path)
            #expect(try await names(store) == Self.all)
            let server = try #require(try await store.servers().first).id
            #expect(try await store.batch(for: server).values == [.value(.integer(50))])
            await store.close()
        }
        #expect(log.lines.map(\.priority) == [.warning])
        #expect(log.lines.first?.line.contains("events=\(Self.all.count)") == true)
        #expect(try folder.bytes("outbox.db.damaged-1") == bytes)
        #expect(try folder.bytes("agent.db").count == agent.count)
        #expect(try folder.names().filter { $0.hasPrefix("outbox") } == ["outbox.db", "outbox.db.damaged-1"])
    }

    @Test("D30: of a queue with a hole the rest is carried over, and what is lost is counted", arguments: [1, 2, 3])
    func holes(count: Int) async throws {
        try await fill()
        var bytes = try folder.bytes("outbox.db")
        // Pages that hold events, far from each other.
        let pages = (1..<bytes.count / 4096).filter { page in
            bytes[page * 4096..<(page + 1) * 4096].firstRange(of: Array("stick 1".utf8)) != nil
                && bytes[page * 4096] == 10
        }
        #expect(pages.count > 4)
        for hole in 0..<count {
            let page = pages[pages.count * (hole + 1) / (count + 1)]
            bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: repeatElement(0xa5, count: 4096))
        }
        try folder.write(bytes, to: "outbox.db")

        let log = RecordedLog()
        try await inWorld({ $0.log = log }) {
            let store = try Store(directory: folder.path)
            let server = try #require(try await store.servers().first).id
            #expect(try await store.depth(of: server).droppedEvents >= 1)
            let left = try await names(store)
            #expect(left.count >= Self.all.count - count * 60)
            #expect(left.count < Self.all.count)
            #expect(left == Self.all.filter(Set(left).contains))
            #expect(left.last == "late 20")
        }
        #expect(log.lines.first?.line.contains("at least") == true)
    }

    @Test("D30: a queue file that was cut off keeps what is before the cut")
    func truncated() async throws {
        try await fill()
        try folder.write(Array(try folder.bytes("outbox.db").dropLast(3 * 4096 + 100)), to: "outbox.db")
        let store = try Store(directory: folder.path)
        let left = try await names(store)
        #expect(left.count > Self.events / 2)
        #expect(left == Self.all.filter(Set(left).contains))
        // What comes from now on is newer to every receiver.
        let server = try #require(try await store.servers().first).id
        try await store.queue(Samples.event("new"), for: [server])
        #expect(try await store.batch(for: server).events[0].sequence.epoch == 2)
    }

    @Test("D30: a write-ahead log with a flipped byte in the middle loses only what stood there")
    func log() async throws {
        try await fill()
        var bytes = try folder.bytes("outbox.db-wal")
        bytes[32 + 3 * (24 + 4096) + 2000] ^= 1
        try folder.write(bytes, to: "outbox.db-wal")
        let store = try Store(directory: folder.path)
        let left = try await names(store)
        #expect(left.contains("late 20"))
        #expect(left.contains("stick \(Self.events)"))
        #expect(left == Self.all.filter(Set(left).contains))
        #expect(try folder.names().contains("outbox.db.damaged-1-wal"))
    }

    @Test("D30: a flipped byte in the log of agent.db stops the start: what was disabled must not come back")
    func agentLog() async throws {
        try await fill()
        let store = try Store(directory: folder.path)
        for number in 1...8 { try await store.remember([Samples.sensor(name: "name \(number)")]) }
        let copy = folder.root + "/copy"
        try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
        await store.close()
        let log = URL(filePath: copy + "/agent.db-wal")
        var bytes = Array(try Data(contentsOf: log))
        bytes[32 + 2 * (24 + 4096) + 2000] ^= 1
        try Data(bytes).write(to: log)
        #expect(throws: StoreError.damaged(path: copy + "/agent.db")) { try Store(directory: copy) }
        #expect(Array(try Data(contentsOf: log)) == bytes)
    }

    @Test("D30: a rescue that was cut short goes on where it was")
    func cutShort() async throws {
        try await fill()
        let queue = (try folder.bytes("outbox.db"), try folder.bytes("outbox.db-wal"))
        try folder.write(Array("broken".utf8), to: "outbox.db")
        try folder.write([], to: "outbox.db-wal")
        await (try Store(directory: folder.path)).close()
        let fresh = try folder.bytes("outbox.db")
        // As it is between its last two steps.
        try folder.write(fresh, to: "outbox.db.ready")
        try folder.write(queue.0, to: "outbox.db")
        try folder.write(queue.1, to: "outbox.db-wal")
        let store = try Store(directory: folder.path)
        #expect(try await names(store).isEmpty)
        #expect(try folder.bytes("outbox.db.damaged-2") == queue.0)
        #expect(try folder.bytes("outbox.db.damaged-2-wal") == queue.1)
    }

    @Test("whatever is broken, the agent starts and what it carries over is in order", arguments: 0..<16)
    func anyByte(seed: Int) async throws {
        try await fill(events: 30)
        var chance = SeededChance(seed: UInt64(seed))
        let name = chance.happens(30) ? "outbox.db-wal" : "outbox.db"
        var bytes = try folder.bytes(name)
        for _ in 0...chance.below(4) {
            let start = chance.below(bytes.count)
            let end = min(bytes.count, start + 1 + chance.below(chance.happens(50) ? 8 : 6000))
            for place in start..<end { bytes[place] = UInt8(chance.below(256)) }
        }
        if chance.happens(20) { bytes.removeLast(chance.below(bytes.count)) }
        try folder.write(bytes, to: name)
        let store = try Store(directory: folder.path)
        let server = try #require(try await store.servers().first).id
        let sequences = try await store.batch(for: server).events.map(\.sequence)
        #expect(sequences == sequences.sorted())
        #expect(try await store.fault() == nil)
    }

    @Test("agent.db that lost the row with its salt is damaged; a new salt would rename every sensor")
    func noInstallation() async throws {
        try await fill()
        try folder.edit("agent.db") { try $0.execute("DELETE FROM installation") }
        let bytes = try folder.bytes("agent.db")
        #expect(throws: StoreError.damaged(path: folder.file("agent.db"))) { try Store(directory: folder.path) }
        #expect(try folder.bytes("agent.db") == bytes)
    }
}
