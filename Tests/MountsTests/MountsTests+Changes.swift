import Live
import SensorSDK
import Shared
import Storage
import TestSupport
import Testing

extension MountsTests {
    @Test("what is mounted is listed by itself, and what is unmounted is listed no more")
    func mounted() async throws {
        let folder = try TemporaryFolder()
        try await inWorld {
            $0 = .live(log: RecordedLog())
        } operation: {
            let provider = StorageProvider(context: .test(namedSources: [folder.path]))
            func isListed() async throws -> Bool {
                try await provider.sensors().contains { $0.device == folder.path }
            }
            let wasListed = try await isListed()
            #expect(!wasListed)
            var changes = provider.changes().makeAsyncIterator()
            // On its way before anybody waits for it.
            #expect(try await ChildProgram.run(["mount", "-t", "tmpfs", "none", folder.path]).status == 0)
            #expect(await changes.next() == .listAgain)
            #expect(try await isListed())
            #expect(try await ChildProgram.run(["mount", "-o", "remount,ro", folder.path]).status == 0)
            let change = await changes.next()
            guard case .readAgain(let ids?) = change else {
                Issue.record("\(String(describing: change)) instead of reading the flag again")
                return
            }
            #expect(ids.map(\.reading) == ["read_only"])
            #expect(await provider.read(ids).map(\.outcome) == [.value(.flag(true))])
            #expect(try await ChildProgram.run(["umount", folder.path]).status == 0)
            #expect(await changes.next() == .listAgain)
            #expect(try await !isListed())
        }
    }

    @Test("each burst of mounts is told, however it falls, and the watch ends with whoever reads it")
    func bursts() async throws {
        let folder = try TemporaryFolder()
        let before = try Machine.footprint()
        let files = LiveFileTree()
        let watcher = Task {
            var count = 0
            for await _ in files.changes(of: "/proc/self/mountinfo") {
                count += 1
                if try !Machine.isMounted(folder.path), count > 1 { break }
            }
        }
        for _ in 0..<50 {
            #expect(try await ChildProgram.run(["mount", "-t", "tmpfs", "none", folder.path]).status == 0)
            #expect(try await ChildProgram.run(["umount", folder.path]).status == 0)
        }
        try await watcher.value
        try await Eventually.holds("its descriptors are closed") {
            try Machine.footprint().descriptors <= before.descriptors
        }
    }
}
