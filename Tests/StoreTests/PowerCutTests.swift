import FoundationEssentials
import SQLite
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Store

/// What is left when the power goes at any moment. All that a store has the disk do is recorded, and from it the disk is made as
/// a cut leaves it: what was synchronised, and of the rest any sectors and any names.
///
/// A failing seed is run again with `SENSOR_SEED=N`; `SENSOR_ROUNDS=N` tries more of them.
// One recording at a time: it watches the whole process.
@Suite(.world(), .serialized) struct PowerCutTests {
    private static let cutsPerRun = 25

    @Test(
        "after a power cut all that was confirmed is there, what was acknowledged does not come back, and no number comes twice",
        arguments: SeededChance.seeds(4)
    )
    func anyMoment(seed: UInt64) async throws {
        let folder = try ScratchFolder(inMemory: true)
        let recording = try DiskRecording(folder.root)
        var run = try PowerCutRun(at: folder.path, seed: seed, calls: { DiskRecording.count })
        try await run.work(60)
        let calls = recording.calls()
        #expect(calls.count > 300)

        var chance = SeededChance(seed: seed ^ 0x5eed)
        var disk = recording.start
        var done = 0
        for moment in (0..<Self.cutsPerRun).map({ _ in chance.below(calls.count + 1) }).sorted() {
            for call in calls[done..<moment] { disk.take(call) }
            done = moment
            guard let next = run.facts.firstIndex(where: { $0.calls > moment }) else { continue }
            try await check(disk, &chance, between: run.facts[next - 1], and: run.facts[next], "call \(moment)")
        }
    }

    @Test("a first start that a power cut ends leaves nothing that the next one stumbles over")
    func firstStart() async throws {
        let folder = try ScratchFolder(inMemory: true)
        let recording = try DiskRecording(folder.root)
        let run = try PowerCutRun(at: folder.path, seed: 0, calls: { DiskRecording.count })
        var disk = recording.start
        var chance = SeededChance(seed: 0)
        for (moment, call) in recording.calls().enumerated() {
            disk.take(call)
            try await check(disk, &chance, between: run.facts[0], and: run.facts[1], "call \(moment)")
        }
    }

    @Test("a migration that a power cut ends is made by the next start, and loses nothing")
    func migration() async throws {
        let folder = try ScratchFolder(inMemory: true)
        for name in ["agent", "outbox"] {
            let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)-1.sql")
            try folder.write([], to: "\(name).db")
            try folder.edit("\(name).db") { try $0.execute(String(decoding: Data(contentsOf: file), as: UTF8.self)) }
        }
        try await cutOpening(of: folder) { left in
            let version = try left.edit("agent.db") { try $0.userVersion() }
            let names = try left.names()
            #expect(version == Schema.agent.version)
            #expect(!names.contains { $0.contains("damaged") })
        }
    }

    @Test("a rescue of a damaged queue that a power cut ends is ended by the next start, and loses no more")
    func rescue() async throws {
        let folder = try ScratchFolder(inMemory: true)
        var run = try PowerCutRun(at: folder.path, seed: 1, calls: { 0 })
        try await run.work(30)
        var bytes = try folder.bytes("outbox.db")
        bytes.replaceSubrange(0..<100, with: repeatElement(0xa5, count: 100))
        try folder.write(bytes, to: "outbox.db")
        try await cutOpening(of: folder) { left in
            let names = try left.names()
            #expect(names.contains("outbox.db.damaged-1"))
        }
    }

    /// Cuts the power at each call of a start, starts again, and compares what is there with what a start gives that nothing
    /// cuts.
    private func cutOpening(of folder: ScratchFolder, _ look: (ScratchFolder) throws -> Void) async throws {
        let recording = try DiskRecording(folder.root)
        await (try Store(directory: folder.path, historyKinds: PowerCutRun.historyKinds)).close()
        let calls = recording.calls()
        let whole = try StoreContent(folder)
        var disk = recording.start
        var chance = SeededChance(seed: UInt64(calls.count))
        for call in calls {
            disk.take(call)
            let left = try ScratchFolder(inMemory: true)
            try disk.write(to: left.root, &chance)
            let store = try Store(directory: left.path, historyKinds: PowerCutRun.historyKinds)
            #expect(try await store.fault() == nil)
            await store.close()
            #expect(try StoreContent(left) == whole, "\(call)")
            try look(left)
        }
    }

    private func check(
        _ disk: SimulatedDisk,
        _ chance: inout SeededChance,
        between before: PowerCutFacts,
        and after: PowerCutFacts,
        _ moment: Comment
    ) async throws {
        let left = try ScratchFolder(inMemory: true)
        try disk.write(to: left.root, &chance)
        let store = try Store(directory: left.path, historyKinds: PowerCutRun.historyKinds)
        #expect(try await store.fault() == nil, moment)
        let servers = try await store.servers()
        #expect([before.servers, after.servers].contains(servers), moment)
        let intervals = try await store.intervals()
        #expect([before.intervals, after.intervals].contains(intervals), moment)
        await store.close()
        #expect(try !left.names().contains { $0.contains("damaged") }, moment)

        let found = try left.edit("outbox.db") { try QueueContent($0) }
        for pair in Set(before.states.keys).union(after.states.keys).union(found.states.keys) {
            #expect([before.states[pair], after.states[pair]].contains(found.states[pair]), moment)
        }
        for server in servers.map(\.id) {
            #expect([before.events[server], after.events[server]].contains(found.events[server]), moment)
            #expect([before.history[server], after.history[server]].contains(found.history[server]), moment)
        }
        guard let pair = before.outbox.reporting.intersection(after.outbox.reporting).first else { return }
        let again = try Store(directory: left.path, historyKinds: PowerCutRun.historyKinds)
        try await again.queue([Samples.state(0, of: pair.sensor, for: pair.server)])
        await again.close()
        let last = try left.edit("outbox.db") { try QueueContent($0) }.last
        #expect(last > before.last, moment)
    }
}
