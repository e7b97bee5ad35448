import SensorSDK
import Shared
import Storage
import TestSupport
import Testing

/// Whatever a mount table holds and `statvfs` says.
@Suite struct StoragePropertyTests {
    @Test("any numbers of statvfs, under any mount table, are a value in range or a reason")
    func volumes() async throws {
        let cases = try FixtureSet.adopted.entries(of: ["storage"]).map { try $0.fixture.get() }
        for seed in SeededChance.seeds(120) {
            var chance = SeededChance(seed: seed)
            let fixture = chance.one(of: cases)
            let machine = FixtureMachine(fixture)
            try machine.show(sample: 0)
            let table = try machine.files.readWhole("/proc/self/mountinfo", limit: .max)
            let spoiled = chance.happens(70) ? Hostile.spoiled(table, &chance) : table
            machine.files.write(spoiled, to: "/proc/self/mountinfo")
            let volumes = FakeVolumes()
            let points = Set(spoiled.split(separator: 0x20).filter { $0.first == 0x2F }.map(Array.init))
            for point in points.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                if chance.happens(10) {
                    volumes.fail(point, with: chance.one(of: Hostile.errors))
                } else {
                    volumes.set(Self.statistics(&chance), for: point)
                }
            }
            await inWorld {
                machine.enter(&$0)
                $0.volumes = volumes
            } operation: {
                await Sanity.check(StorageProvider(context: .test()), seed: seed)
            }
        }
    }

    private static func statistics(_ chance: inout SeededChance) -> VolumeStatistics {
        VolumeStatistics(
            blockSize: Hostile.whole(&chance),
            blocks: Hostile.whole(&chance),
            freeBlocks: Hostile.whole(&chance),
            availableBlocks: Hostile.whole(&chance),
            files: Hostile.whole(&chance),
            freeFiles: Hostile.whole(&chance)
        )
    }
}
