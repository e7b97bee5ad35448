package import SensorSDK
import Shared

/// The file systems of this machine: how full they are, and whether they can be written to.
///
/// Source: `/proc/self/mountinfo` and `statvfs`. Mounts that may hang are looked at only when their owner named them, and
/// asked by helper processes.
package struct StorageProvider: SensorProvider {
    private let context: ProviderContext
    private let things = ThingNames()
    private let diskThings = ThingNames()
    private let automounts = AutomountMemory()
    private let inodes = InodeMemory()
    private let listed = ListedVolumes()

    package init(context: ProviderContext) {
        self.context = context
    }

    package func sensors() async throws -> [Sensor] {
        let volumes = try volumes(in: MountInfo.current())
        listed.set(volumes)
        await askForInodes(volumes)
        return try volumes.flatMap { volume in try offered(by: volume).map(volume.sensor) }
            + disks().flatMap { disk in try disk.readings.map(disk.sensor) }
    }

    package func read(_ ids: Set<SensorID>) async -> [Reading] {
        let time = Current.instant
        var readings: [SensorID: Reading] = [:]
        for reading in readDisks(ids, time) { readings[reading.sensor] = reading }
        let rest = ids.filter { readings[$0] == nil }
        do throws(FileError) {
            let table = try MountInfo.current()
            for (id, outcome) in await outcomes(of: rest, in: table) { readings[id] = Reading(id, outcome, at: time) }
        } catch {
            for id in rest { readings[id] = Reading(id, .unavailable(error.reason), at: time) }
        }
        return ids.map { readings[$0] ?? Reading($0, .unavailable(.notPresent), at: time) }
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
                result[id] = Self.outcome(of: reading, volume, answers[volume.mount.id])
            }
        }
        return result
    }

    private static func outcome(of reading: VolumeReading, _ volume: Volume, _ answer: Answer?) -> Reading.Outcome {
        switch (reading, answer) {
        case (.readOnly, _): return .value(.flag(volume.mount.isReadOnly))
        case (.errorCount, _):
            guard let errors = FileSystemErrors(of: volume.mount) else { return .unavailable(.notPresent) }
            do throws(UnavailableReason) {
                return .value(.integer(try errors.count()))
            } catch {
                return .unavailable(error)
            }
        case (_, .success(let statistics)?): return statistics.outcome(of: reading)
        case (_, .failure(let reason)?): return .unavailable(reason)
        case (_, nil): return .unavailable(.notPresent)
        }
    }

    /// Inodes and errors only where the file system counts them.
    private func offered(by volume: Volume) -> [VolumeReading] {
        VolumeReading.allCases.filter { reading in
            switch reading {
            case .inodesUsedPercent: countsInodes(volume)
            case .errorCount: !volume.mayHang && FileSystemErrors(of: volume.mount) != nil
            default: true
            }
        }
    }

    /// One that did not say yet is taken for what others of its type are: what can't be read is listed all the same.
    private func countsInodes(_ volume: Volume) -> Bool {
        inodes.counts(volume.mount) ?? volume.mount.mayCountInodes
    }

    /// Asks mounts whether they count inodes, once each; one that does not answer is asked again when the next list is made.
    /// What would be kept from being unmounted is not asked while only the list is made.
    private func askForInodes(_ volumes: [Volume]) async {
        let unknown = volumes.filter { !$0.isBelowAutomount && inodes.counts($0.mount) == nil }
        let own = unknown.filter { !$0.mayHang }.map { ($0, Self.local($0)) }
        for (volume, answer) in await Self.probed(unknown.filter(\.mayHang)) + own {
            if case .success(let statistics) = answer { inodes.keep(statistics.files > 0, of: volume.mount) }
        }
    }

    private func disks() -> [Disk] { Disk.all(things: diskThings, context: context) }

    private func readDisks(_ ids: Set<SensorID>, _ time: Instant) -> [Reading] {
        // All that is read of a mount needs no look at the disks.
        let wanted = ids.filter { DiskReading(rawValue: $0.reading) != nil }
        if wanted.isEmpty { return [] }
        var readings = wanted.reduce(into: [:]) { $0[$1] = Reading($1, .unavailable(.notPresent), at: time) }
        for disk in disks() {
            for reading in disk.readings {
                // What has no valid id was never offered.
                guard let id = try? disk.id(reading), wanted.contains(id) else { continue }
                readings[id] = Self.reading(of: reading, id, disk, time)
            }
        }
        return Array(readings.values)
    }

    private static func reading(of reading: DiskReading, _ id: SensorID, _ disk: Disk, _ time: Instant) -> Reading {
        do throws(UnavailableReason) {
            let (value, attributes) = try reading.value(in: disk.folder)
            return Reading(id, .value(value), attributes: attributes, at: time)
        } catch {
            return Reading(id, .unavailable(error), at: time)
        }
    }
}

extension StorageProvider {
    private typealias Answer = Result<VolumeStatistics, UnavailableReason>

    /// What volumes say, by their mounts' numbers: this kernel's own at once, the others side by side.
    private func answers(of volumes: [Volume]) async -> [Int: Answer] {
        var answers: [Int: Answer] = [:]
        var strangers: [Volume] = []
        for volume in volumes {
            if let known = remembered(volume) {
                answers[volume.mount.id] = known
            } else if volume.mayHang {
                strangers.append(volume)
            } else {
                let answer = Self.local(volume)
                answers[volume.mount.id] = answer
                remember(answer, of: volume)
            }
        }
        for (volume, answer) in await Self.probed(strangers) {
            answers[volume.mount.id] = answer
            remember(answer, of: volume)
        }
        return answers
    }

    /// Each by a helper of its own, side by side.
    private static func probed(_ volumes: [Volume]) async -> [(Volume, Answer)] {
        await withTaskGroup(of: (Volume, Answer).self) { group in
            for volume in volumes { group.addTask { (volume, await probed(volume)) } }
            var answers: [(Volume, Answer)] = []
            for await answer in group { answers.append(answer) }
            return answers
        }
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
            return .success(
                try await Current.volumeProbes.statistics(of: volume.mount.mountPoint, number: volume.mount.id)
            )
        } catch {
            return .failure(error.reason)
        }
    }
}
