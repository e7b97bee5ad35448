package import SensorSDK
import Shared

/// The file systems of this machine: how full they are, and whether they can be written to.
///
/// Source: `/proc/self/mountinfo` and `statvfs`. Mounts that may hang are looked at only when their owner named them, and
/// asked by helper processes.
package struct StorageProvider: SensorProvider {
    private let context: ProviderContext
    private let things = ThingNames()
    private let automounts = AutomountMemory()
    private let listed = ListedVolumes()

    package init(context: ProviderContext) {
        self.context = context
    }

    package func sensors() async throws -> [Sensor] {
        let volumes = try volumes(in: MountInfo.current())
        listed.set(volumes)
        return try volumes.flatMap { volume in try offered(by: volume).map(volume.sensor) }
    }

    package func read(_ ids: Set<SensorID>) async -> [Reading] {
        let time = Current.instant
        let table: MountInfo
        do throws(FileError) {
            table = try MountInfo.current()
        } catch {
            return ids.map { Reading($0, .unavailable(error.reason), at: time) }
        }
        let outcomes = await outcomes(of: ids, in: table)
        return ids.map { Reading($0, outcomes[$0] ?? .unavailable(.notPresent), at: time) }
    }

    package func changes() -> AsyncStream<ProviderChange> {
        let provider = self
        let watch = MountWatch(Current.files.changes(of: MountInfo.path), clock: Current.clock, listed: listed) {
            // While the table can't be read nothing is known to have changed; the next reading says what is wrong.
            try? provider.volumes(in: MountInfo.current())
        }
        return AsyncStream { await watch.next() }
    }

    private func volumes(in table: MountInfo) -> [Volume] {
        Volume.all(in: table, things: things, context: context)
    }

    private func outcomes(of ids: Set<SensorID>, in table: MountInfo) async -> [SensorID: Reading.Outcome] {
        let wanted = volumes(in: table).map { volume in
            let readings = VolumeReading.allCases.compactMap { reading -> (reading: VolumeReading, id: SensorID)? in
                // What has no valid id was never offered.
                guard let id = try? volume.id(reading), ids.contains(id) else { return nil }
                return (reading, id)
            }
            return (volume: volume, readings: readings)
        }
        let asked = wanted.filter { $0.readings.contains { $0.reading.needsStatistics } }.map(\.volume)
        let answers = await answers(of: asked)
        var result: [SensorID: Reading.Outcome] = [:]
        for (volume, readings) in wanted {
            for (reading, id) in readings {
                result[id] =
                    switch answers[volume.mount.id] {
                    case .success(let statistics)? where reading.needsStatistics: statistics.outcome(of: reading)
                    case .failure(let reason)? where reading.needsStatistics: .unavailable(reason)
                    default: .value(.flag(volume.mount.isReadOnly))
                    }
            }
        }
        return result
    }

    /// Inodes only where the file system counts them. What may hang or be unmounted by itself is not asked while only the
    /// list is made.
    private func offered(by volume: Volume) -> [VolumeReading] {
        guard !volume.isBelowAutomount, !volume.mayHang, case .success(let statistics) = Self.local(volume),
            statistics.files > 0
        else { return VolumeReading.allCases.filter { $0 != .inodesUsedPercent } }
        return VolumeReading.allCases
    }
}

extension StorageProvider {
    private typealias Answer = Result<VolumeStatistics, UnavailableReason>

    /// What volumes say, by their mounts' numbers: this kernel's own at once, the others side by side.
    private func answers(of volumes: [Volume]) async -> [Int: Answer] {
        var answers: [Int: Answer] = [:]
        await withTaskGroup(of: (Volume, Answer).self) { group in
            for volume in volumes where volume.mayHang {
                if let known = remembered(volume) {
                    answers[volume.mount.id] = known
                } else {
                    group.addTask { (volume, await Self.probed(volume)) }
                }
            }
            for volume in volumes where !volume.mayHang {
                let known = remembered(volume)
                let answer = known ?? Self.local(volume)
                answers[volume.mount.id] = answer
                if known == nil { remember(answer, of: volume) }
            }
            for await (volume, answer) in group {
                answers[volume.mount.id] = answer
                remember(answer, of: volume)
            }
        }
        return answers
    }

    private func remembered(_ volume: Volume) -> Answer? {
        volume.isBelowAutomount ? automounts.answer(of: volume.mount, at: Current.sinceBoot()) : nil
    }

    private func remember(_ answer: Answer, of volume: Volume) {
        guard volume.isBelowAutomount else { return }
        automounts.keep(answer, of: volume.mount, at: Current.sinceBoot())
    }

    private static func local(_ volume: Volume) -> Answer {
        do throws(FileError) {
            return .success(try Current.volumes.statistics(of: volume.mount.mountPoint))
        } catch {
            return .failure(error.reason)
        }
    }

    private static func probed(_ volume: Volume) async -> Answer {
        do throws(VolumeProbeError) {
            return .success(try await Current.volumeProbes.statistics(of: volume.mount.mountPoint))
        } catch {
            return .failure(error.reason)
        }
    }
}
