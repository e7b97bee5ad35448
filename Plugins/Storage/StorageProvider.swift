package import SensorSDK
import Shared

/// The file systems of this machine: how full they are, and whether they can be written to.
///
/// Source: `/proc/self/mountinfo` and `statvfs`. Mounts that may hang are never asked.
package struct StorageProvider: SensorProvider {
    private let context: ProviderContext
    private let things = ThingNames()

    package init(context: ProviderContext) {
        self.context = context
    }

    package func sensors() async throws -> [Sensor] {
        try Volume.all(in: MountInfo.current(), things: things, context: context).flatMap { volume in
            try offered(by: volume).map(volume.sensor)
        }
    }

    package func read(_ ids: Set<SensorID>) async -> [Reading] {
        let time = Current.instant
        let table: MountInfo
        do throws(FileError) {
            table = try MountInfo.current()
        } catch {
            return ids.map { Reading($0, .unavailable(error.reason), at: time) }
        }
        let outcomes = outcomes(of: ids, in: table)
        return ids.map { Reading($0, outcomes[$0] ?? .unavailable(.notPresent), at: time) }
    }

    private func outcomes(of ids: Set<SensorID>, in table: MountInfo) -> [SensorID: Reading.Outcome] {
        var result: [SensorID: Reading.Outcome] = [:]
        for volume in Volume.all(in: table, things: things, context: context) {
            let wanted = VolumeReading.allCases.compactMap { reading -> (reading: VolumeReading, id: SensorID)? in
                // What has no valid id was never offered.
                guard let id = try? volume.id(reading), ids.contains(id) else { return nil }
                return (reading, id)
            }
            let needsStatistics = wanted.contains { $0.reading.needsStatistics }
            let statistics = needsStatistics ? Self.statistics(of: volume) : nil
            for (reading, id) in wanted {
                result[id] =
                    switch statistics {
                    case .success(let statistics)? where reading.needsStatistics: statistics.outcome(of: reading)
                    case .failure(let error)? where reading.needsStatistics: .unavailable(error.reason)
                    default: .value(.flag(volume.mount.isReadOnly))
                    }
            }
        }
        return result
    }

    /// Inodes only where the file system counts them. An automounted one is not asked while only the list is made.
    private func offered(by volume: Volume) -> [VolumeReading] {
        guard !volume.isBelowAutomount, case .success(let statistics) = Self.statistics(of: volume),
            statistics.files > 0
        else { return VolumeReading.allCases.filter { $0 != .inodesUsedPercent } }
        return VolumeReading.allCases
    }

    private static func statistics(of volume: Volume) -> Result<VolumeStatistics, FileError> {
        do throws(FileError) {
            return .success(try Current.volumes.statistics(of: volume.mount.mountPoint))
        } catch {
            return .failure(error)
        }
    }
}
