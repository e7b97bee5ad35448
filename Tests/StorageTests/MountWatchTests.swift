import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Storage

/// What the provider notices of the mount table by itself.
@Suite struct MountWatchTests {
    private let root = "25 1 8:2 / / rw - ext4 /dev/sda2 rw\n"
    private let stick = "26 25 8:17 / /mnt/stick rw - vfat /dev/sdb1 rw\n"

    /// What is noticed of a change that happens while somebody watches.
    private func noticed(
        from before: String,
        to after: [String],
        named: [String] = []
    ) async throws -> ProviderChange? {
        let machine = StorageMachine(before)
        return try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test(namedSources: named))
            _ = try await provider.sensors()
            let changes = provider.changes()
            async let first = changes.first { _ in true }
            machine.files.announce(MountInfo.path)
            for table in after {
                await machine.clock.sleepers(atLeast: 1)
                machine.mount(table)
                machine.clock.advance(by: .seconds(1))
            }
            return await first
        }
    }

    @Test("a stick that is plugged in, unplugged, or plugged in anew has the list made again")
    func plugged() async throws {
        #expect(try await noticed(from: root, to: [root + stick]) == .listAgain)
        #expect(try await noticed(from: root + stick, to: [root]) == .listAgain)
        let again = "27 25 8:17 / /mnt/stick rw - vfat /dev/sdb1 rw\n"
        #expect(try await noticed(from: root + stick, to: [root + again]) == .listAgain)
    }

    @Test("mounts that are no sensor's business, such as those of containers, are nobody's news")
    func noise() async throws {
        let container = "30 25 0:70 / /var/lib/docker/overlay2/a/merged rw - overlay overlay rw\n"
        let change = try await noticed(from: root, to: [root + container, root, root + container + stick])
        #expect(change == .listAgain)
        let machine = StorageMachine(root)
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test())
            _ = try await provider.sensors()
            let changes = provider.changes()
            async let first = changes.first { _ in true }
            machine.files.announce(MountInfo.path)
            await machine.clock.sleepers(atLeast: 1)
            machine.mount(root + container)
            machine.clock.advance(by: .seconds(1))
            // It waits for the next change instead of having told this one.
            machine.files.announce(MountInfo.path)
            await machine.clock.sleepers(atLeast: 1)
            machine.mount("25 1 8:2 / / rw - ext4 /dev/sda2 ro\n" + container)
            machine.clock.advance(by: .seconds(1))
            #expect(await first == .readAgain([try SensorID("storage.root.read_only")]))
        }
    }

    @Test("what was mounted between listing and watching is not missed")
    func inBetween() async throws {
        let machine = StorageMachine(root)
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test())
            _ = try await provider.sensors()
            machine.mount(root + stick)
            #expect(await provider.changes().first { _ in true } == .listAgain)
        }
    }

    @Test("a named mount that comes is listed then")
    func named() async throws {
        let nas = "26 25 0:60 / /mnt/nas rw - nfs4 nas:/ rw\n"
        #expect(try await noticed(from: root, to: [root + nas], named: ["/mnt/nas"]) == .listAgain)
    }
}
