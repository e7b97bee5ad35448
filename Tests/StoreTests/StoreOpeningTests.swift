import FoundationEssentials
import Glibc
import SensorSDK
import Shared
import SQLite
import Store
import TestSupport
import Testing

@Suite(.world()) struct StoreOpeningTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("folder and files are for their owner alone, whatever mask the process has")
    func modes() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            umask(0)
            try await inWorld({ _ in }) { try await Store(directory: path + "/below/it").checkWritable() }
        }
        #expect(try folder.mode("") == 0o700)
        #expect(try folder.mode("below/it") == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: path + "/below/it") {
            #expect(try folder.mode("below/it/" + name) == 0o600, "\(name)")
        }
    }

    @Test("a second store on the same folder is refused until the first one is closed")
    func secondStore() async throws {
        let first = try Store(directory: folder.path)
        #expect(throws: StoreError.inUse(directory: folder.path)) { try Store(directory: folder.path) }
        await first.close()
        let second = try Store(directory: folder.path)
        await #expect(throws: StoreError.self) { try await first.servers() }
        #expect(try await second.servers().isEmpty)
    }

    @Test("the salt is made once and stays")
    func salt() async throws {
        let first = try Store(directory: folder.path)
        await first.close()
        let second = try Store(directory: folder.path)
        #expect(first.salt.count == 16)
        #expect(first.salt == second.salt)
        let other = try Store(directory: folder.root + "/other")
        #expect(other.salt != first.salt)
    }

    @Test("a folder that can be read but not written is read-only; one that can't be entered is not permitted")
    func readOnly() async throws {
        let root = folder.root
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
        for (mode, expected) in [(0o555, "readOnly"), (0o000, "notPermitted")] as [(UInt32, String)] {
            chmod(folder.path, mode)
            chmod(root, 0o755)
            await #expect(processExitsWith: .success) { [root = root as String, expected = expected as String] in
                // Whoever may do everything is refused nothing.
                if getuid() == 0 { setuid(65534) }
                await inWorld({ _ in }) {
                    do {
                        _ = try Store(directory: root + "/state")
                        Issue.record("it opened")
                    } catch StoreError.readOnly {
                        if expected != "readOnly" { Issue.record("readOnly") }
                    } catch StoreError.notPermitted {
                        if expected != "notPermitted" { Issue.record("notPermitted") }
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        chmod(folder.path, 0o700)
    }

    @Test("a disk that is full is found by checkWritable, nothing is lost, and it works again afterwards")
    func full() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try await inWorld({ _ in }) {
                let store = try Store(directory: path)
                let server = try await store.addServer()
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 4096, rlim_max: rlim_t.max)
                setrlimit(__rlimit_resource_t(1), &limit)
                do {
                    try await store.checkWritable()
                    Issue.record("it was writable")
                } catch StoreError.full {
                } catch {
                    Issue.record(error)
                }
                do {
                    _ = try await store.addServer("office")
                    Issue.record("it was kept")
                } catch StoreError.full {
                } catch {
                    Issue.record(error)
                }
                limit.rlim_cur = rlim_t.max
                setrlimit(__rlimit_resource_t(1), &limit)
                try await store.checkWritable()
                let servers = try await store.servers()
                #expect(servers.map(\.id) == [server])
            }
        }
    }

    @Test("a damaged agent.db stops the start, says the way back, and is not touched", arguments: [0, 1, 2])
    func damagedAgent(kind: Int) async throws {
        try await fill()
        var bytes = try folder.bytes("agent.db")
        switch kind {
        case 0: bytes.replaceSubrange(0..<16, with: Array("no database here".utf8))
        case 1: bytes.replaceSubrange(4096..<12288, with: Array(repeating: 0xa5, count: 8192))
        default: bytes = []
        }
        try folder.write(bytes, to: "agent.db")
        let before = try folder.names()
        let outbox = try folder.bytes("outbox.db")

        let error = #expect(throws: StoreError.self) { try Store(directory: folder.path) }
        #expect(error == .damaged(path: folder.file("agent.db")))
        #expect("\(error, default: "")".contains("backup"))
        #expect(try folder.bytes("agent.db") == bytes)
        #expect(try folder.bytes("outbox.db") == outbox)
        #expect(try folder.names() == before)
    }

    @Test("a file of a later version is refused and not touched", arguments: ["agent.db", "outbox.db"])
    func newer(file: String) async throws {
        try await fill()
        try folder.edit(file) { try $0.setUserVersion(99) }
        let bytes = try (folder.bytes("agent.db"), folder.bytes("outbox.db"))
        let names = try folder.names()

        let error = #expect(throws: StoreError.self) { try Store(directory: folder.path) }
        #expect("\(error, default: "")".contains("format 99"))
        #expect(try folder.bytes("agent.db") == bytes.0)
        #expect(try folder.bytes("outbox.db") == bytes.1)
        #expect(try folder.names() == names)
    }

    @Test(
        "a damaged outbox is set aside with a word, and what is queued then is newer than all before",
        arguments: [true, false]
    )
    func damagedOutbox(isHeader: Bool) async throws {
        let log = RecordedLog()
        try await inWorld({ $0.log = log }) {
            let before = try await fill()
            var bytes = try folder.bytes("outbox.db")
            bytes.replaceSubrange(isHeader ? 0..<16 : 4096..<4112, with: Array(repeating: 0xa5, count: 16))
            try folder.write(bytes, to: "outbox.db")

            let store = try Store(directory: folder.path)
            let server = try #require(try await store.servers().first).id
            try await store.queue([Samples.state(51, for: server)])
            let after = try await store.batch(for: server)
            #expect(after.values == [.value(.integer(51))])
            #expect(after.states[0].sequence > before)
            #expect(try folder.bytes("outbox.db.damaged-1") == bytes)
            #expect(try folder.mode("outbox.db") == 0o600)
        }
        #expect(log.lines.map(\.priority) == [.warning])
        #expect(log.lines[0].line.contains("outbox.db.damaged-1"))
    }

    @Test("a file of a later version that was killed keeps its write-ahead log as it is")
    func newerWithLog() async throws {
        try await fill()
        do {
            let database = try Database(path: folder.file("agent.db"))
            database.leavesFilesAlone = true
            try database.setUserVersion(99)
        }
        let bytes = try (folder.bytes("agent.db"), folder.bytes("agent.db-wal"))
        #expect(!bytes.1.isEmpty)

        let error = #expect(throws: StoreError.self) { try Store(directory: folder.path) }
        #expect("\(error, default: "")".contains("format 99"))
        #expect(try folder.bytes("agent.db") == bytes.0)
        #expect(try folder.bytes("agent.db-wal") == bytes.1)
    }

    @Test("an outbox from a backup never repeats a sequence")
    func oldOutbox() async throws {
        let before = try await fill()
        let backup = try folder.bytes("outbox.db")
        try folder.write(Array("broken".utf8), to: "outbox.db")
        await (try Store(directory: folder.path)).close()
        try folder.write(backup, to: "outbox.db")

        let store = try Store(directory: folder.path)
        let server = try #require(try await store.servers().first).id
        let batch = try await store.batch(for: server)
        #expect(batch.values == [.value(.integer(50))])
        #expect(batch.states[0].sequence > before)
        #expect(batch.states[0].sequence.epoch == 3)
    }

    /// A server with a sensor and a queued state.
    ///
    /// - Returns: The sequence of the state.
    @discardableResult
    private func fill() async throws -> QueueSequence {
        let store = try Store(directory: folder.path)
        let server = try await store.addServer()
        try await store.enableAndRegister([Samples.sensor()], on: server)
        try await store.queue([Samples.state(50, for: server)])
        let batch = try await store.batch(for: server)
        await store.close()
        return batch.states[0].sequence
    }
}
