import SensorSDK
import Shared
import Store
import TestSupport

/// A store at work below a folder, and what it has confirmed at each moment.
struct PowerCutRun {
    private static let sensors = ["battery.bat0.level", "battery.bat1.level", "device_events.usb.last_event"]
    private static let bell = sensors[2]
    static let historyKinds: Set = ["webhook"]

    let path: String
    private var store: Store
    private var chance: SeededChance
    private var clock: Int64 = 0
    /// As of each call of the store, in order.
    private(set) var facts: [PowerCutFacts] = []
    private var now = PowerCutFacts()
    private let calls: () -> Int

    /// - Parameter calls: Calls of the disk until now.
    init(at path: String, seed: UInt64, calls: @escaping () -> Int) throws {
        self.path = path
        self.calls = calls
        chance = SeededChance(seed: seed)
        facts = [now]
        store = try Store(directory: path, historyKinds: Self.historyKinds)
        confirm()
    }

    mutating func work(_ steps: Int) async throws {
        for kind in ["homeassistant", "webhook"] { try await addServer(kind) }
        for server in now.servers {
            for sensor in Self.sensors { try await enable(.init(server: server.id, sensor: sensor)) }
        }
        for _ in 0..<steps { try await step() }
        await store.close()
        confirm()
    }

    private mutating func confirm() {
        now.calls = calls()
        facts.append(now)
    }

    private mutating func step() async throws {
        switch chance.below(22) {
        case 0...5: try await queueStates()
        case 6...10: try await queueEvent()
        case 11...15: try await deliver()
        case 16: try await enable(anyPair())
        case 17: try await disable(anyPair())
        case 18:
            let (sensor, interval) = (
                try Samples.id(chance.one(of: Self.sensors)), Duration.seconds(1 + chance.below(9))
            )
            try await store.setInterval(interval, of: sensor)
            now.intervals[sensor] = interval
            confirm()
        case 19: try await changeServers()
        default:
            await store.close()
            confirm()
            store = try Store(directory: path, historyKinds: Self.historyKinds)
            confirm()
        }
    }

    private mutating func anyPair() -> OutboxModel.Pair {
        .init(server: chance.one(of: now.servers).id, sensor: chance.one(of: Self.sensors))
    }

    private func keepsHistory(_ server: ServerRecord.ID) -> Bool {
        now.servers.contains { $0.id == server && Self.historyKinds.contains($0.kind) }
    }

    // MARK: Servers

    private mutating func addServer(_ kind: String) async throws {
        clock += 1
        let registration = Registration(
            credentials: Secret("key \(clock)"),
            url: "http://\(clock).local",
            version: nil,
            homeName: nil
        )
        let name = "server \(clock)"
        now.servers.append(
            try await store.add(registration, name: name, kind: kind, deviceName: "laptop", deviceID: name)
        )
        confirm()
    }

    private mutating func changeServers() async throws {
        if now.servers.count > 2, chance.happens(50) {
            let server = now.servers.removeLast()
            for sensor in Self.sensors { forget(.init(server: server.id, sensor: sensor)) }
            try await store.removeServer(server.id)
            return confirm()
        }
        if chance.happens(50) { return try await addServer("homeassistant") }
        clock += 1
        let index = chance.below(now.servers.count)
        now.servers[index].credentials = Secret("key \(clock)")
        try await store.setCredentials(now.servers[index].credentials, of: now.servers[index].id)
        confirm()
    }

    // MARK: Sensors

    private mutating func enable(_ pair: OutboxModel.Pair) async throws {
        now.outbox.enable(pair)
        try await store.enable([Samples.sensor(pair.sensor)], on: pair.server)
        confirm()
        try await store.acceptRegistrations(from: pair.server)
        confirm()
    }

    private mutating func disable(_ pair: OutboxModel.Pair) async throws {
        forget(pair)
        try await store.disable([Samples.id(pair.sensor)], on: pair.server)
        confirm()
    }

    private mutating func forget(_ pair: OutboxModel.Pair) {
        now.outbox.disable(pair)
        now.recorded.removeAll { $0.pair == pair }
    }

    // MARK: The queue

    private mutating func queueStates() async throws {
        let pairs = Set((0...chance.below(4)).map { _ in anyPair() }).sorted { $0.sensor < $1.sensor }
        var states: [QueuedState] = []
        for pair in pairs {
            clock += 1
            states.append(try Samples.state(clock, of: pair.sensor, for: pair.server))
            if !keepsHistory(pair.server) {
                now.outbox.queue(clock, pair)
            } else if now.outbox.reporting.contains(pair) {
                now.recorded.append((pair, "\(clock)"))
            }
        }
        try await store.queue(states)
        confirm()
    }

    private mutating func queueEvent() async throws {
        clock += 1
        let name = "event \(clock)"
        for server in now.servers.map(\.id) {
            let pair = OutboxModel.Pair(server: server, sensor: Self.bell)
            if !keepsHistory(server) {
                now.outbox.queue(name, pair)
            } else if now.outbox.reporting.contains(pair) {
                now.recorded.append((pair, name))
            }
        }
        try await store.queue(Samples.event(name), for: now.servers.map(\.id))
        confirm()
    }

    private mutating func deliver() async throws {
        let server = chance.one(of: now.servers).id
        let batch = try await store.batch(for: server)
        let sequences = batch.states.map(\.sequence) + batch.events.map(\.sequence)
        now.last = (sequences + (batch.history?.items.map(\.sequence) ?? []) + [now.last]).max() ?? now.last
        try await store.begin(batch, to: server)
        for item in batch.events { now.outbox.count(item.attempt, of: item.event.name, to: server) }
        confirm()
        let receipt = receipt(for: batch, from: server)
        try await store.apply(receipt, to: batch, from: server, at: Samples.time())
        confirm()
    }

    private mutating func receipt(for batch: Batch, from server: ServerRecord.ID) -> Receipt {
        var receipt = Receipt()
        for item in batch.states where chance.happens(70) {
            guard case .value(.integer(let value)) = item.reading.outcome else { continue }
            receipt.states[item.reading.sensor] = .accepted
            now.outbox.accept(value, .init(server: server, sensor: item.reading.sensor.description))
            receipt.sentBytes[item.reading.sensor] = 100
        }
        let delivered = chance.below(batch.events.count + 1)
        for (index, item) in batch.events.enumerated() {
            if index < delivered {
                receipt.deliveredEvents.insert(item.sequence)
                now.outbox.deliver(item.event.name, to: server)
            } else {
                now.outbox.count(item.attempt - 1, of: item.event.name, to: server)
            }
        }
        if let items = batch.history?.items, !items.isEmpty {
            let count = 1 + chance.below(items.count)
            receipt.recorded = items[count - 1].sequence
            let kept = now.recorded.filter { $0.pair.server == server }.dropFirst(count)
            now.recorded = now.recorded.filter { $0.pair.server != server } + kept
        }
        return receipt
    }
}
