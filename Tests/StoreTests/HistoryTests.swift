import FoundationEssentials
import Glibc
import SQLite
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Store

/// Servers that keep a history get everything, in order.
@Suite(
    .world { world in
        world.now = { Samples.start }
        world.sinceBoot = { .seconds(1000) }
    }
)
struct HistoryTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func open(_ limits: HistoryLimits = HistoryLimits()) throws -> Store {
        try Store(
            directory: folder.path,
            agent: .agent,
            outbox: .outbox,
            historyKinds: ["webhook"],
            historyLimits: limits
        )
    }

    private func record(_ values: some Sequence<Int64>, for server: ServerRecord.ID, in store: Store) async throws {
        for value in values { try await store.queue([Samples.state(value, for: server)]) }
    }

    @Test("what follows a run that ended while the disk took nothing has no number that the receiver had in that run")
    func numbersInMemory() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let clock = TestClock()
            try await inWorld({ $0.use(clock) }) {
                let open = { (path: String) in try Store(directory: path, historyKinds: ["webhook"]) }
                let store = try open(path)
                let server = try await store.addReceiver()
                try await store.enable([Samples.sensor()], on: server)
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 4096, rlim_max: rlim_t.max)
                setrlimit(__rlimit_resource_t(1), &limit)
                for value in 1...3 { try await store.queue([Samples.state(Int64(value), for: server)]) }
                #expect(await store.complaint() != nil)
                let sent = try await store.batch(for: server).history
                limit.rlim_cur = rlim_t.max
                setrlimit(__rlimit_resource_t(1), &limit)
                try FileManager.default.copyItem(atPath: path, toPath: path + ".killed")
                clock.advance(by: .seconds(1))
                let next = try open(path + ".killed")
                try await next.queue([Samples.state(4, for: server)])
                let history = try await next.batch(for: server).history
                #expect(history?.items.count == 1)
                let first = try #require(history?.items.first)
                #expect(try first.sequence > #require(sent?.sequence))
                #expect(first.sequence.epoch == sent?.sequence.epoch)
            }
        }
    }

    @Test(
        "every value and every event waits in the order in which it came, with its time, beside the sensor's description"
    )
    func order() async throws {
        let store = try open()
        let server = try await store.addReceiver()
        try await store.enable([Samples.sensor(attributes: ["cycles"]), Samples.eventSensor()], on: server)
        try await store.queue([
            Samples.state(1, for: server, attributes: ["cycles": .integer(7), "secret": .flag(true)])
        ])
        try await store.queue(Samples.event("stick"), for: [server])
        try await record([2, 3], for: server, in: store)
        let batch = try await store.batch(for: server)
        #expect(batch.states.isEmpty && batch.events.isEmpty)
        #expect(batch.registrations.map(\.disabled) == [false, false])
        let history = try #require(batch.history)
        #expect(history.words == ["1", "stick", "2", "3"])
        #expect(history.items.map(\.sequence) == history.items.map(\.sequence).sorted())
        #expect(history.items.allSatisfy { $0.time == Samples.time() })
        guard case .reading(let first) = history.items[0].content, case .event(let event) = history.items[1].content
        else {
            Issue.record("of another kind")
            return
        }
        #expect(first.attributes == ["cycles": .integer(7)])
        #expect((event.id, event.vendor) == ("id of stick", nil))
        #expect(history.items.allSatisfy { $0.sequence < history.sequence })
        let depth = try await store.depth(of: server)
        #expect((depth.states, depth.events) == (3, 1))
    }

    @Test("no item goes before the description of its sensor, however many there are")
    func descriptionsFirst() async throws {
        let store = try open()
        let server = try await store.addReceiver()
        let sensors = try (0...Store.mostRegistrations).map { try Samples.sensor("battery.bat\($0).level") }
        try await store.enable(sensors, on: server)
        try await store.queue([Samples.state(1, of: "battery.bat9.level", for: server)])
        #expect(try await store.batch(for: server).history?.items == [])
        try await store.acceptRegistrations(from: server)
        let next = try await store.batch(for: server)
        #expect(next.registrations.count == 1)
        #expect(next.history?.words == ["1"])
    }

    @Test("a server without a history gets the newest value of the same readings, and neither knows of the other")
    func besideNewest() async throws {
        let store = try open()
        let (home, receiver) = (try await store.addServer(), try await store.addReceiver())
        try await store.enableAndRegister([Samples.sensor()], on: home)
        try await store.enable([Samples.sensor()], on: receiver)
        for value in [Int64(1), 2] {
            try await store.queue([Samples.state(value, for: home), Samples.state(value, for: receiver)])
        }
        #expect(try await store.batch(for: home).values == [.value(.integer(2))])
        #expect(try await store.batch(for: home).history == nil)
        #expect(try await store.batch(for: receiver).history?.words == ["1", "2"])
    }

    @Test("only what was recorded goes, from the front, and what came meanwhile stays")
    func settling() async throws {
        let store = try open()
        let server = try await store.addReceiver()
        try await store.enable([Samples.sensor()], on: server)
        try await record(1...4, for: server, in: store)
        let batch = try await store.batch(for: server)
        try await record([5], for: server, in: store)
        let second = try #require(batch.history?.items[1].sequence)
        try await store.apply(Receipt(recorded: second), to: batch, from: server, at: Samples.time(2000))
        #expect(try await store.batch(for: server).history?.words == ["3", "4", "5"])
        #expect(try await store.receipts()[server]?.values.first == Samples.time(2000).wall)
        await store.close()
        #expect(try await open().batch(for: server).history?.words == ["3", "4", "5"])
    }

    @Test("a batch that the server took, or has seen, never shares its number with a later one; one that was lost may")
    func numbers() async throws {
        let store = try open()
        let server = try await store.addReceiver()
        try await store.enable([Samples.sensor()], on: server)
        func number() async throws -> Int64? { try await store.batch(for: server).history?.sequence.number }
        let first = try await number()
        try await store.apply(
            Receipt(fault: .unreachable(.timedOut(host: "h"))),
            to: try await store.batch(for: server),
            from: server,
            at: Samples.time()
        )
        #expect(try await number() == first)
        try await store.apply(
            Receipt(fault: .declined(.replayed)),
            to: try await store.batch(for: server),
            from: server,
            at: Samples.time()
        )
        #expect(try await number() == first.map { $0 + 1 })
        // Of descriptions alone.
        try await store.acceptRegistrations(from: server)
        #expect(try await number() == first.map { $0 + 2 })
    }

    @Test(
        "beyond its limits of number, size and age the oldest goes first and is counted",
        arguments: [
            (HistoryLimits(items: 3), ["8", "9", "10"], 7), (HistoryLimits(bytes: 64 * 3 + 60), ["8", "9", "10"], 7),
            (HistoryLimits(age: .seconds(100)), [], 10),
        ]
    )
    func limits(limits: HistoryLimits, kept: [String], dropped: Int) async throws {
        let store = try open(limits)
        let server = try await store.addReceiver()
        try await store.enable([Samples.sensor()], on: server)
        try await record(1...10, for: server, in: store)
        let history = try await inWorld({
            $0.now = { Samples.start + 101 }
            $0.sinceBoot = { .seconds(1101) }
        }) { try await store.batch(for: server).history }
        #expect(history?.words == kept)
        #expect(history?.dropped == dropped)
        #expect(try await store.depth(of: server).states == kept.count)
        #expect(try await store.depth(of: server).droppedEvents == dropped)
    }

    @Test("what is disabled is not sent any more, and a server that is removed leaves nothing")
    func forgetting() async throws {
        let store = try open()
        let server = try await store.addReceiver()
        try await store.enable([Samples.sensor(), Samples.eventSensor()], on: server)
        try await record([1], for: server, in: store)
        try await store.queue(Samples.event("stick"), for: [server])
        #expect(try await store.waitingSensors(of: server).count == 2)
        try await store.disable([Samples.id("battery.bat0.level")], on: server)
        #expect(try await store.batch(for: server).history?.words == ["stick"])
        try await store.removeServer(server)
        await store.close()
        let left = try folder.edit("outbox.db") { database in
            try ["history", "history_size"].map { table in
                try database.rows("SELECT 1 FROM \(table)") { (row) throws(SQLiteError) in try row.integer(0) }.count
            }
        }
        #expect(left == [0, 0])
    }

    @Test("that a machine went away is part of its history: the next start does not forget it")
    func farewell() async throws {
        let store = try open()
        let server = try await store.addReceiver()
        try await store.enable([Samples.sensor()], on: server)
        let reading = Reading(try Samples.id("battery.bat0.level"), .unavailable(.stopped), at: Samples.time())
        try await store.queue([QueuedState(server: server, kind: .sensor, icon: nil, reading: reading)])
        await store.close()
        let next = try open()
        #expect(try await next.batch(for: server).history?.words == ["stopped"])
        #expect(try await next.oldestWaiting() == Samples.time().wall)
    }

    @Test("of a queue file that is damaged the history is carried over, in order, under a later epoch")
    func damaged() async throws {
        let store = try open()
        let server = try await store.addReceiver()
        try await store.enable([Samples.sensor()], on: server)
        try await record(1...300, for: server, in: store)
        let before = try #require(try await store.batch(for: server).history)
        await store.close()
        var bytes = try folder.bytes("outbox.db")
        bytes.replaceSubrange(0..<100, with: repeatElement(0xa5, count: 100))
        try folder.write(bytes, to: "outbox.db")
        let next = try open()
        let after = try #require(try await next.batch(for: server).history)
        #expect(after.words == before.words)
        #expect(try await next.depth(of: server).states == 300)
        #expect(after.sequence.epoch > before.sequence.epoch)
        #expect(after.items.allSatisfy { $0.sequence < after.sequence && $0.sequence.epoch == after.sequence.epoch })
        try await record([301], for: server, in: next)
        #expect(try await next.batch(for: server).history?.words.last == "301")
    }

    @Test("a sensor that the server says it lacks a description of is described again")
    func undescribed() async throws {
        let store = try open()
        let server = try await store.addReceiver()
        try await store.enable([Samples.sensor()], on: server)
        try await store.acceptRegistrations(from: server)
        try await record([1], for: server, in: store)
        let batch = try await store.batch(for: server)
        #expect(batch.registrations.isEmpty)
        let receipt = Receipt(
            states: [try Samples.id("battery.bat0.level"): .notRegistered],
            recorded: batch.history?.items.last?.sequence
        )
        try await store.apply(receipt, to: batch, from: server, at: Samples.time())
        let next = try await store.batch(for: server)
        #expect(next.registrations.map(\.disabled) == [nil])
        #expect(next.history?.items == [])
    }
}

extension Store {
    /// A server of a kind that keeps a history.
    fileprivate func addReceiver() throws -> ServerRecord.ID {
        let registration = Registration(
            credentials: Secret("key"),
            url: "http://receiver.local",
            version: nil,
            homeName: nil
        )
        return try add(registration, name: "archive", kind: "webhook", deviceName: "laptop", deviceID: "id").id
    }
}

extension History {
    /// Each item in one word.
    fileprivate var words: [String] {
        items.map { item in
            switch item.content {
            case .event(let event): event.name
            case .reading(let reading):
                switch reading.outcome {
                case .value(.integer(let number)): "\(number)"
                case .value(let value): "\(value)"
                case .unavailable(let reason): reason.rawValue
                }
            }
        }
    }
}
