package import SensorSDK
import Shared

/// The file systems of this machine: how full they are, and whether they can be written to.
///
/// Source: `/proc/self/mountinfo` and `statvfs`. Mounts that may hang are never asked.
package struct StorageProvider: SensorProvider {
    private let context: ProviderContext

    package init(context: ProviderContext) {
        self.context = context
    }

    package func sensors() async throws -> [Sensor] {
        try Volume.all(in: MountInfo.current(), context: context).flatMap { volume in
            try offered(by: volume).map(volume.sensor)
        }
    }

    package func read(_ ids: Set<SensorID>) async -> [Reading] {
        let time = Current.instant
        let outcomes: [SensorID: Reading.Outcome]
        do {
            outcomes = try outcomes(of: ids)
        } catch {
            let reason = (error as? FileError)?.reason ?? .noData
            return ids.map { Reading($0, .unavailable(reason), at: time) }
        }
        return ids.map { Reading($0, outcomes[$0] ?? .unavailable(.notPresent), at: time) }
    }

    private func outcomes(of ids: Set<SensorID>) throws -> [SensorID: Reading.Outcome] {
        var result: [SensorID: Reading.Outcome] = [:]
        for volume in Volume.all(in: try MountInfo.current(), context: context) {
            let wanted = try VolumeReading.allCases.map { ($0, try volume.id($0)) }.filter { ids.contains($0.1) }
            guard !wanted.isEmpty else { continue }
            let needsStatistics = wanted.contains { $0.0.needsStatistics }
            let statistics = needsStatistics ? Self.statistics(of: volume) : nil
            for (reading, id) in wanted {
                result[id] =
                    switch (reading, statistics) {
                    case (.readOnly, _), (_, nil): .value(.flag(volume.mount.isReadOnly))
                    case (_, .success(let statistics)?): statistics.outcome(of: reading)
                    case (_, .failure(let error)?): .unavailable(error.reason)
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
