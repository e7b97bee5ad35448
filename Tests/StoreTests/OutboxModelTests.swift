import FoundationEssentials
import SensorSDK
import Shared
import Store
import TestSupport
import Testing

/// Anything that can happen to the outbox, in any order, beside the simplest thing that should do the same. A failing seed is run
/// again with `SENSOR_SEED=N`.
@Suite(.world()) struct OutboxModelTests {
    private static let sensors = ["battery.bat0.level", "battery.bat1.level", "device_events.usb.last_event"]
    private static let bell = sensors[2]

    /// A store and what it should hold.
    private struct Run {
        let folder: ScratchFolder
        var store: Store
        var servers: [ServerRecord.ID] = []
        var model = OutboxModel()
        var chance: SeededChance
        var clock: Int64 = 0

        var pair: OutboxModel.Pair {
            mutating get { .init(server: chance.one(of: servers), sensor: chance.one(of: OutboxModelTests.sensors)) }
        }
    }

    @Test("the outbox does what a list in memory would do", arguments: SeededChance.seeds(12))
    func likeTheModel(seed: UInt64) async throws {
        let folder = try ScratchFolder()
        var run = Run(folder: folder, store: try Store(directory: folder.path), chance: SeededChance(seed: seed))
        run.servers = [try await run.store.addServer(), try await run.store.addServer("office")]
        for server in run.servers {
            for sensor in Self.sensors { try await enable(.init(server: server, sensor: sensor), &run) }
        }
        for _ in 0..<120 {
            try await step(&run)
            try await compare(&run)
        }
    }

    private func step(_ run: inout Run) async throws {
        switch run.chance.below(20) {
        case 0...6: try await queueStates(&run)
        case 7...11: try await queueEvent(&run)
        case 12...15: try await deliver(&run)
        case 16: try await enable(run.pair, &run)
        case 17:
            let pair = run.pair
            try await run.store.disable([Samples.id(pair.sensor)], on: pair.server)
            run.model.disable(pair)
        case 18:
            await run.store.close()
            run.store = try Store(directory: run.folder.path)
        default: try await kill(&run)
        }
    }

    private func queueStates(_ run: inout Run) async throws {
        let pairs = Set((0...run.chance.below(3)).map { _ in run.pair }).sorted { $0.sensor < $1.sensor }
        var states: [QueuedState] = []
        for pair in pairs {
            run.clock += 1
            states.append(try Samples.state(run.clock, of: pair.sensor, for: pair.server))
            run.model.queue(run.clock, pair)
        }
        try await run.store.queue(states)
    }

    private func queueEvent(_ run: inout Run) async throws {
        run.clock += 1
        let servers = run.chance.happens(50) ? run.servers : [run.chance.one(of: run.servers)]
        try await run.store.queue(Samples.event("event \(run.clock)"), for: servers)
        for server in servers { run.model.queue("event \(run.clock)", .init(server: server, sensor: Self.bell)) }
    }

    private func enable(_ pair: OutboxModel.Pair, _ run: inout Run) async throws {
        try await run.store.enable([Samples.sensor(pair.sensor)], on: pair.server)
        try await run.store.acceptRegistrations(from: pair.server)
        run.model.enable(pair)
    }

    /// A delivery of which anything may be acknowledged, while more is queued.
    private func deliver(_ run: inout Run) async throws {
        let server = run.chance.one(of: run.servers)
        let batch = try await run.store.batch(for: server)
        try await run.store.begin(batch, to: server)
        for item in batch.events { run.model.count(item.attempt, of: item.event.name, to: server) }
        if run.chance.happens(10) { return }
        if run.chance.happens(50) { try await queueStates(&run) }
        if run.chance.happens(50) { try await queueEvent(&run) }

        var receipt = Receipt()
        for item in batch.states where run.chance.happens(70) {
            guard case .value(.integer(let value)) = item.reading.outcome else { continue }
            let pair = OutboxModel.Pair(server: server, sensor: item.reading.sensor.description)
            let isDisabled = run.chance.happens(5)
            receipt.states[item.reading.sensor] = isDisabled ? .disabledByServer : .accepted
            if isDisabled { run.model.disable(pair) } else { run.model.accept(value, pair) }
        }
        let delivered = run.chance.below(batch.events.count + 1)
        for (index, item) in batch.events.enumerated() {
            if index < delivered {
                receipt.deliveredEvents.insert(item.sequence)
                run.model.deliver(item.event.name, to: server)
            } else if index == delivered, run.chance.happens(50) {
                receipt.attemptedEvents.insert(item.sequence)
            } else {
                run.model.count(item.attempt - 1, of: item.event.name, to: server)
            }
        }
        try await run.store.apply(receipt, to: batch, from: server, at: Samples.time())
    }

    /// What a process leaves that is killed: the files as they are.
    private func kill(_ run: inout Run) async throws {
        let copy = run.folder.root + "/copy"
        try FileManager.default.copyItem(atPath: run.folder.path, toPath: copy)
        await run.store.close()
        try FileManager.default.removeItem(atPath: run.folder.path)
        try FileManager.default.moveItem(atPath: copy, toPath: run.folder.path)
        run.store = try Store(directory: run.folder.path)
    }

    private func compare(_ run: inout Run) async throws {
        for server in run.servers {
            let batch = try await run.store.batch(for: server)
            #expect(batch.values == run.model.states(of: server))
            let events = run.model.events(of: server)
            #expect(batch.events.map { "\($0.event.name) \($0.attempt)" } == Array(events.prefix(batch.events.count)))
            #expect(try await run.store.depth(of: server).events == events.count)
            #expect(batch.events.map(\.sequence) == batch.events.map(\.sequence).sorted())
        }
    }
}
