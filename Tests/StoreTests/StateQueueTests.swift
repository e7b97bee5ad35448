import FoundationEssentials
import SensorSDK
import Shared
import Store
import TestSupport
import Testing

@Suite(.world()) struct StateQueueTests {
    let folder: ScratchFolder
    let store: Store
    let server: ServerRecord.ID

    init() async throws {
        folder = try ScratchFolder()
        store = try Store(directory: folder.path)
        server = try await store.addServer()
        try await store.enableAndRegister([Samples.sensor()], on: server)
    }

    @Test("of a sensor only the newest state waits")
    func newestWins() async throws {
        try await store.queue([Samples.state(50, for: server), Samples.state(51, for: server)])
        let first = try await store.batch(for: server)
        #expect(first.values == [.value(.integer(51))])
        try await store.queue([Samples.state(52, for: server)])
        let second = try await store.batch(for: server)
        #expect(second.values == [.value(.integer(52))])
        #expect(second.states[0].sequence > first.states[0].sequence)
    }

    @Test("a state goes only by the receipt for itself, not by one for an older state")
    func receipt() async throws {
        try await store.queue([Samples.state(50, for: server)])
        let old = try await store.batch(for: server)
        try await store.queue([Samples.state(51, for: server)])
        try await store.settle(old, .accepted, from: server)
        let new = try await store.batch(for: server)
        #expect(new.values == [.value(.integer(51))])
        try await store.settle(new, .accepted, from: server)
        #expect(try await store.batch(for: server).isEmpty)
    }

    @Test("the time of the last receipt is kept, by server and sensor")
    func receiptTime() async throws {
        let sensor = try Samples.sensor().id
        #expect(try await store.receipts().isEmpty)
        for time in [Samples.time(1000), Samples.time(1060)] {
            try await store.queue([Samples.state(50, for: server)])
            try await store.settle(store.batch(for: server), .accepted, from: server, at: time)
            #expect(try await store.receipts() == [server: [sensor: time.wall]])
        }
        await store.close()
        #expect(try await Store(directory: folder.path).receipts() == [server: [sensor: Samples.time(1060).wall]])
    }

    @Test("whatever is not in the receipt stays queued")
    func noReceipt() async throws {
        try await store.queue([Samples.state(50, for: server)])
        let batch = try await store.batch(for: server)
        try await store.apply(Receipt(fault: .empty), to: batch, from: server, at: Samples.time())
        #expect(try await store.batch(for: server) == batch)
    }

    @Test("a refused state goes, its reason is shown until the server takes one again")
    func refused() async throws {
        try await store.queue([Samples.state(50, for: server)])
        try await store.settle(store.batch(for: server), .refused("invalid_format"), from: server)
        #expect(try await store.batch(for: server).isEmpty)
        #expect(try await store.depth(of: server).setAside.map(\.reason) == ["invalid_format"])
        #expect(try await store.receipts().isEmpty)

        try await store.queue([Samples.state(51, for: server)])
        try await store.settle(store.batch(for: server), .accepted, from: server)
        #expect(try await store.depth(of: server).setAside.isEmpty)
    }

    @Test("every value comes back exactly, after a restart too")
    func exactValues() async throws {
        let outcomes: [Reading.Outcome] = [
            .value(.number(0.1 + 0.2)), .value(.number(12)), .value(.number(.greatestFiniteMagnitude)),
            .value(.integer(.max)), .value(.integer(.min)), .value(.flag(true)), .value(.flag(false)),
            .value(.text("")), .value(.text("Büro \"4\" 🪫")), .value(.time(Samples.start + 0.123_456_7)),
            .unavailable(.asleep), .unavailable(.noData),
        ]
        let sensors = try outcomes.indices.map { try Samples.sensor("battery.bat\($0).level", attributes: ["other"]) }
        try await store.enableAndRegister(sensors, on: server)
        let time = Instant(wall: Samples.start + 0.987_654_3, boot: .nanoseconds(1_234_567_890_123))
        var sent: [Reading] = []
        for (sensor, outcome) in zip(sensors, outcomes) {
            var attributes: [String: SensorValue] = [:]
            if case .value(let value) = outcome { attributes["other"] = value }
            sent.append(Reading(sensor.id, outcome, attributes: attributes, at: time))
        }
        try await store.queue(sent.map { QueuedState(server: server, kind: .sensor, icon: nil, reading: $0) })
        #expect(try await store.batch(for: server).states.map(\.reading) == sent)
        await store.close()
        #expect(try await Store(directory: folder.path).batch(for: server).states.map(\.reading) == sent)
    }

    @Test("a number that is none becomes unavailable, never a number, and takes no neighbour along")
    func notANumber() async throws {
        try await store.enableAndRegister(
            [Samples.sensor(attributes: ["good", "bad"]), Samples.sensor("battery.bat1.level")],
            on: server
        )
        let reading = Reading(
            try Samples.sensor().id,
            .value(.number(.nan)),
            attributes: ["good": .number(1), "bad": .number(.infinity)],
            at: Samples.time()
        )
        try await store.queue([
            QueuedState(server: server, kind: .sensor, icon: nil, reading: reading),
            Samples.state(60, of: "battery.bat1.level", for: server),
        ])
        let batch = try await store.batch(for: server)
        #expect(batch.values == [.unavailable(.malformed), .value(.integer(60))])
        #expect(batch.states[0].reading.attributes == ["good": .number(1)])
    }

    @Test("however many states are queued, they are one transaction")
    func oneTransaction() async throws {
        let sensors = try (0..<200).map { try Samples.sensor("battery.bat\($0).level") }
        try await store.enable(sensors, on: server)
        let before = try folder.commits("outbox.db-wal")
        try await store.queue(sensors.map { try Samples.state(1, of: $0.id.description, for: server) })
        #expect(try folder.commits("outbox.db-wal") == before + 1)
        #expect(try await store.depth(of: server).states == 200)
    }

    @Test("a batch holds at most 200 states, the longest waiting first, and the rest follows")
    func portions() async throws {
        let sensors = try (0..<250).map { try Samples.sensor("battery.bat\($0).level") }
        try await store.enable(sensors, on: server)
        for _ in 0..<5 { try await store.acceptRegistrations(from: server) }
        try await store.queue(sensors.map { try Samples.state(1, of: $0.id.description, for: server) })
        let first = try await store.batch(for: server)
        #expect(first.states.map(\.reading.sensor) == sensors.prefix(200).map(\.id))
        #expect(try await store.depth(of: server).states == 250)
        try await store.settle(first, .accepted, from: server)
        #expect(try await store.batch(for: server).states.map(\.reading.sensor) == sensors.suffix(50).map(\.id))
    }
}
