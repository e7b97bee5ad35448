import Glibc
import Shared

/// Sizes of the demo's volumes; every other question goes to the machine below.
struct DemoVolumes: Volumes {
    private let volumes: [[UInt8]: DemoVolume]
    private let base: (any Volumes)?
    private let sinceBoot: @Sendable () -> Duration

    init(parts: DemoParts, over base: (any Volumes)?, sinceBoot: @escaping @Sendable () -> Duration) {
        volumes = Dictionary(uniqueKeysWithValues: DemoVolume.all(parts).map { (Array($0.mountPoint.utf8), $0) })
        self.base = base
        self.sinceBoot = sinceBoot
    }

    func statistics(of mountPoint: [UInt8]) throws(FileError) -> VolumeStatistics {
        if let volume = volumes[mountPoint] { return volume.statistics(DemoMachine(at: sinceBoot())) }
        guard let base else { throw FileError(path: String(decoding: mountPoint, as: UTF8.self), code: ENOENT) }
        return try base.statistics(of: mountPoint)
    }
}
