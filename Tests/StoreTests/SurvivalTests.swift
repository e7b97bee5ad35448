import FoundationEssentials
import Glibc
import SensorSDK
import Shared
import SQLite
import TestSupport
import Testing

@testable import Store

@Suite(.world()) struct SurvivalTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("kill -9 in the middle of writing loses nothing that was queued")
    func killed() async throws {
        let path = folder.path
        let progress = folder.root + "/progress"
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, progress = progress as String] in
            try await inWorld({ _ in }) {
                let store = try Store(directory: path)
                let server = try await store.addServer()
                try await store.enableAndRegister([Samples.sensor(), Samples.eventSensor()], on: server)
                let log = open(progress, O_WRONLY | O_CREAT | O_APPEND, 0o600)
                await withTaskGroup(of: Void.self) { group in
                    group.addTask {
                        while lseek(log, 0, SEEK_END) < 40 { await Task.yield() }
                        kill(getpid(), SIGKILL)
                    }
                    group.addTask {
                        do {
                            for number in Int64(1)... {
                                try await store.queue([Samples.state(number, for: server)])
                                try await store.queue(Samples.event("\(number)"), for: [server])
                                var byte: UInt8 = 1
                                write(log, &byte, 1)
                            }
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
        }
        let queued = try Data(contentsOf: URL(filePath: progress)).count
        #expect(queued >= 40)

        let store = try Store(directory: path)
        let server = try #require(try await store.servers().first).id
        let batch = try await store.batch(for: server)
        guard case .value(.integer(let last)) = try #require(batch.values.first) else { return #expect(Bool(false)) }
        #expect(last == queued || last == queued + 1)
        #expect(batch.eventNames == (1...batch.events.count).map { "\($0)" })
        let events = try await store.depth(of: server).events
        #expect(events == queued || events == queued + 1)
        #expect(!FileManager.default.fileExists(atPath: folder.file("outbox.db.damaged-1")))
    }

    @Test(
        "files that are removed while they are open are put back with all that was in them",
        arguments: [["agent.db"], ["agent.db", "agent.db-wal"], ["outbox.db", "outbox.db-wal"], []]
    )
    func removed(names: [String]) async throws {
        let store = try Store(directory: folder.path)
        let server = try await store.addServer()
        try await store.enableAndRegister([Samples.sensor(), Samples.eventSensor()], on: server)
        try await store.queue(Samples.event("before"), for: [server])
        // None named: the whole folder.
        for path in names.isEmpty ? [folder.path] : names.map(folder.file) {
            try FileManager.default.removeItem(atPath: path)
        }
        _ = try await store.addServer("office")
        try await store.queue(Samples.event("after"), for: [server])
        #expect(try folder.mode("agent.db") == 0o600)
        let before = (salt: store.salt, batch: try await store.batch(for: server))
        await store.close()
        let again = try Store(directory: folder.path)
        #expect(again.salt == before.salt)
        #expect(try await again.servers().map(\.name).contains("office"))
        #expect(try await again.batch(for: server).eventNames == ["before", "after"])
        #expect(try await again.batch(for: server) == before.batch)
    }

    @Test("while another file is in the place of a removed one, changes are refused, and later nothing is lost")
    func replaced() async throws {
        let store = try Store(directory: folder.path)
        let server = try await store.addServer()
        try await store.enableAndRegister([Samples.sensor(), Samples.eventSensor()], on: server)
        try FileManager.default.removeItem(atPath: folder.file("agent.db"))
        try folder.write([], to: "agent.db")
        await #expect {
            _ = try await store.addServer("office")
        } throws: { error in
            guard case StoreError.removed = error else { return false }
            return true
        }
        #expect(try await store.servers().count == 1)
        try await store.queue(Samples.event("meanwhile"), for: [server])
        #expect(await store.complaint() != nil)
        try FileManager.default.removeItem(atPath: folder.file("agent.db"))
        _ = try await store.addServer("office")
        #expect(await store.complaint() == nil)
        await store.close()
        let again = try Store(directory: folder.path)
        #expect(try await again.servers().count == 2)
        #expect(try await again.batch(for: server).eventNames == ["meanwhile"])
    }

    @Test("while the disk is full the queue goes on in memory, and nothing of it is lost when there is room again")
    func fullDisk() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let (log, clock) = (RecordedLog(), TestClock())
            try await inWorld({
                $0.use(clock)
                $0.log = log
            }) {
                let store = try Store(directory: path)
                let server = try await store.addServer()
                try await store.enableAndRegister([Samples.sensor(), Samples.eventSensor()], on: server)
                try await store.queue(Samples.event("before"), for: [server])
                try await store.queue([Samples.state(1, for: server)])
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 4096, rlim_max: rlim_t.max)
                setrlimit(__rlimit_resource_t(1), &limit)
                for number in 1...3 { try await store.queue(Samples.event("full \(number)"), for: [server]) }
                let batch = try await store.batch(for: server)
                #expect(batch.values == [.value(.integer(1))])
                try await store.settle(batch, .accepted, from: server)
                try await store.queue([Samples.state(2, for: server)])
                let receipt = Receipt(deliveredEvents: [batch.events[0].sequence])
                try await store.apply(receipt, to: batch, from: server, at: Samples.time())
                #expect(await store.complaint()?.contains("no space is left") == true)
                await #expect(throws: StoreError.self) { try await store.checkWritable() }

                limit.rlim_cur = rlim_t.max
                setrlimit(__rlimit_resource_t(1), &limit)
                // Before its time for the next trial: whoever asks is told what is the case.
                try await store.queue(Samples.event("after"), for: [server])
                #expect(await store.complaint() == nil)
                let left = try await store.batch(for: server)
                #expect(left.eventNames == ["full 1", "full 2", "full 3", "after"])
                await store.close()
                let again = try Store(directory: path)
                let kept = try await again.batch(for: server)
                #expect(kept == left)
                #expect(kept.values == [.value(.integer(2))])
                #expect(log.lines.map(\.priority) == [.error, .info])
            }
        }
    }

    @Test(
        "on a disk that is read-only at the start all that is known is there, and the queue goes to it when it can be written"
    )
    func readOnlyAtStart() async throws {
        let path = folder.path
        chmod(folder.root, 0o777)
        await #expect(processExitsWith: .success) { [path = path as String] in
            // Whoever may do everything is refused nothing.
            if getuid() == 0 { setuid(65534) }
            let log = RecordedLog()
            try await inWorld({ $0.log = log }) {
                let server = try await {
                    let store = try Store(directory: path)
                    let server = try await store.addServer()
                    try await store.enableAndRegister([Samples.sensor(), Samples.eventSensor()], on: server)
                    try await store.queue(Samples.event("before"), for: [server])
                    try await store.queue([Samples.state(1, for: server)])
                    // As after a crash: what was written last stands in the log alone.
                    try FileManager.default.copyItem(atPath: path, toPath: path + ".crashed")
                    return server
                }()
                let crashed = path + ".crashed"
                let names = try FileManager.default.contentsOfDirectory(atPath: crashed)
                #expect(names.contains("outbox.db-wal"))
                let setWritable = { (isWritable: Bool) in
                    for name in names { chmod("\(crashed)/\(name)", isWritable ? 0o600 : 0o400) }
                    chmod(crashed, isWritable ? 0o700 : 0o500)
                }
                setWritable(false)
                let store = try Store(directory: crashed)
                #expect(await store.complaint()?.contains("it is read-only") == true)
                #expect(try await store.servers().map(\.id) == [server])
                let first = try await store.batch(for: server)
                #expect(first.values == [.value(.integer(1))])
                #expect(first.eventNames == ["before"])
                await #expect(throws: StoreError.readOnly(path: crashed + "/lock")) {
                    try await store.addServer("office")
                }
                await #expect(throws: StoreError.self) { try await store.checkWritable() }
                #expect(throws: StoreError.self) { try Store(directory: crashed) }
                let receipt = Receipt(deliveredEvents: [first.events[0].sequence])
                try await store.apply(receipt, to: first, from: server, at: Samples.time())
                try await store.queue([Samples.state(2, for: server)])
                try await store.queue(Samples.event("meanwhile"), for: [server])

                setWritable(true)
                _ = try await store.addServer("office")
                #expect(await store.complaint() == nil)
                let left = try await store.batch(for: server)
                #expect(left.values == [.value(.integer(2))])
                #expect(left.eventNames == ["meanwhile"])
                await store.close()
                let again = try Store(directory: crashed)
                #expect(try await again.batch(for: server) == left)
                #expect(try await again.servers().count == 2)
                #expect(log.lines.map(\.priority) == [.error, .info, .info])
            }
        }
    }

    @Test("a copy in memory of a file whose last transaction was cut off is without that one, as on the disk")
    func cutLog() async throws {
        let path = folder.path
        let store = try Store(directory: path)
        for number in 1...3 { _ = try await store.addServer("server\(number)") }
        let log = try folder.bytes("agent.db-wal")
        let file = try folder.bytes("agent.db")
        await store.close()
        for length in stride(from: log.count, to: 0, by: -1000) {
            let (cut, other) = (Array(log.prefix(length)), folder.root + "/other.db")
            try Data(file).write(to: URL(filePath: other))
            try Data(cut).write(to: URL(filePath: other + "-wal"))
            let count = { (database: Database) in
                try database.rows("SELECT name FROM servers") { (row) throws(SQLiteError) in try row.text(0) }
            }
            let image = DatabaseImage(file: file, log: cut, isSound: true)
            let copied = try count(Database(image: image.bytes, of: other))
            #expect(try copied == count(Database(path: other)), "\(length)")
            try? FileManager.default.removeItem(atPath: other + "-wal")
            try? FileManager.default.removeItem(atPath: other + "-shm")
        }
    }

    @Test("files that are copied while the store works open as they were at that moment")
    func copiedMidway() async throws {
        let store = try Store(directory: folder.path)
        let server = try await store.addServer()
        try await store.enableAndRegister([Samples.sensor()], on: server)
        try await store.queue([Samples.state(50, for: server)])
        let copy = folder.root + "/copy"
        try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
        try await store.queue([Samples.state(51, for: server)])

        let copied = try Store(directory: copy)
        #expect(try await copied.batch(for: server).values == [.value(.integer(50))])
        #expect(try await copied.servers() == store.servers())
    }

    @Test("a write-ahead log whose end is torn off loses only that end")
    func tornLog() async throws {
        let store = try Store(directory: folder.path)
        let server = try await store.addServer()
        try await store.enableAndRegister([Samples.eventSensor()], on: server)
        for number in 1...20 { try await store.queue(Samples.event("\(number)"), for: [server]) }
        let copy = folder.root + "/copy"
        try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
        let log = URL(filePath: copy + "/outbox.db-wal")
        try Data(contentsOf: log).dropLast(100).write(to: log)

        let torn = try Store(directory: copy)
        let names = try await torn.batch(for: server).eventNames
        #expect(names == (1...19).map { "\($0)" })
    }

    @Test("what an interrupted disabling or removal left in the queue is gone with the next start")
    func strays() async throws {
        let store = try Store(directory: folder.path)
        let server = try await store.addServer()
        let other = try await store.addServer("office")
        try await store.enableAndRegister([Samples.sensor(), Samples.sensor("battery.bat1.level")], on: server)
        try await store.enableAndRegister([Samples.sensor()], on: other)
        try await store.queue([
            Samples.state(50, for: server), Samples.state(60, of: "battery.bat1.level", for: server),
            Samples.state(50, for: other),
        ])
        await store.close()
        let queued = try folder.bytes("outbox.db")
        let again = try Store(directory: folder.path)
        try await again.disable([Samples.sensor().id], on: server)
        try await again.removeServer(other)
        await again.close()
        try folder.write(queued, to: "outbox.db")

        await (try Store(directory: folder.path)).close()
        let left = try folder.edit("outbox.db") { database in
            try database.rows("SELECT server, sensor FROM states") { (row) throws(SQLiteError) in
                "\(try row.integer(0)) \(try row.text(1))"
            }
        }
        #expect(left == ["\(server) battery.bat1.level"])
    }
}
