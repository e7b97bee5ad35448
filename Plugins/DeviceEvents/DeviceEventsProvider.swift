package import SensorSDK
import Shared
import Synchronization

/// Devices that are plugged in and out: the last event and the number of each category, each event by itself, and whether
/// those are there that their owner named.
///
/// Source: udev, through its monitor and its list of devices. No serial number, label, UUID or WWN leaves this family.
package struct DeviceEventsProvider: SensorProvider {
    /// The watch of ``changes()``, for as long as the provider lives.
    private final class Slot: Sendable {
        let watch = Mutex<DeviceWatch?>(nil)
    }

    private let categories: [DeviceCategory]
    private let named: [NamedDevice]
    private let slot = Slot()

    package init(context: ProviderContext) {
        self.init(
            categories: DeviceCategory.all,
            named: context.namedSources.compactMap { NamedDevice($0, context: context) }
        )
    }

    init(categories: [DeviceCategory], named: [NamedDevice] = []) {
        self.categories = categories
        self.named = named
    }

    /// Who follows the devices, once ``changes()`` was called.
    var watch: DeviceWatch? { slot.watch.withLock { $0 } }

    package func sensors() async throws -> [Sensor] {
        var sensors: [Sensor] = []
        for category in categories where await isOffered(category) {
            sensors += try DeviceReading.allCases.map(category.sensor)
        }
        return try sensors + named.map { try $0.sensor() }
    }

    /// Kinds of devices that this machine never had are left out.
    private func isOffered(_ category: DeviceCategory) async -> Bool {
        if category.isOfferedWhenEmpty { return true }
        if await watch?.lastEvent(category) != nil { return true }
        if let count = await watch?.count(category) { return count > 0 }
        // Where udev can't be asked now, what was offered before stays known.
        let devices = try? Current.deviceEvents.devices(category.filter)
        return devices?.contains(where: category.includes) ?? false
    }

    package func read(_ ids: Set<SensorID>) async -> [Reading] {
        let watch = watch
        var readings = presences(ids)
        var missing = ids.subtracting(readings.map(\.sensor))
        for category in categories {
            for reading in DeviceReading.allCases {
                // Each category's word is fit for an id.
                guard let id = try? category.id(reading), missing.remove(id) != nil else { continue }
                switch reading {
                case .lastEvent: readings.append(Self.reading(id, category, await watch?.lastEvent(category)))
                case .count:
                    let count = await watch?.count(category)
                    let outcome = count.map { .value(.integer(Int64($0))) } ?? Self.listedCount(category)
                    readings.append(Reading(id, outcome, at: Current.instant))
                }
            }
        }
        let time = Current.instant
        return readings + missing.map { Reading($0, .unavailable(.notPresent), at: time) }
    }

    package func changes() -> AsyncStream<ProviderChange> {
        // First the monitor, then the list: what is plugged in between is in both, and told of at most once.
        let notices = Current.deviceEvents.notices(categories.map(\.filter))
        var ledger = DeviceLedger()
        for category in categories {
            // Where the list can't be had now the count is unavailable, while events are still told.
            guard let devices = try? Current.deviceEvents.devices(category.filter) else { continue }
            _ = ledger.list(devices, category, at: Current.sinceBoot())
        }
        let baseline = ledger
        // For a reader that is away for very long: the oldest events are kept, the log says that later ones are lost.
        return AsyncStream(bufferingPolicy: .bufferingOldest(1024)) { continuation in
            let watch = DeviceWatch(
                categories,
                presences: Set(named.map(\.id)),
                ledger: baseline,
                telling: continuation
            )
            slot.watch.withLock { $0 = watch }
            let task = Task { await watch.run(notices) }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Whether named devices are there; udev's list is asked each time, since without its daemon nothing is told.
    private func presences(_ ids: Set<SensorID>) -> [Reading] {
        let wanted = named.filter { ids.contains($0.id) }
        if wanted.isEmpty { return [] }
        let listed = Result { () throws(FileError) in try Current.deviceEvents.devices(DeviceCategory.usb.filter) }
        let time = Current.instant
        return wanted.map { device in
            switch listed {
            case .success(let devices):
                let isPresent = device.isPresent(among: devices)
                return Reading(device.id, isPresent.map { .value(.flag($0)) } ?? .unavailable(.noData), at: time)
            // Without udev nothing is known of the device; it may well be present.
            case .failure(let error):
                return Reading(device.id, .unavailable(error.isAbsence ? .noData : error.reason), at: time)
            }
        }
    }

    private static func reading(
        _ id: SensorID,
        _ category: DeviceCategory,
        _ event: DeviceWatch.LastEvent?
    ) -> Reading {
        guard let event else { return Reading(id, .unavailable(.noData), at: Current.instant) }
        var attributes: [String: SensorValue] = [
            "action": .text(event.action.rawValue), "class": .text(category.word), "time": .time(event.time.wall),
        ]
        attributes["vendor"] = event.device.vendor.map(SensorValue.text)
        attributes["model"] = event.device.model.map(SensorValue.text)
        let text = "\(event.action.rawValue): \(event.device.name)".printable(limit: 255)
        return Reading(id, .value(.text(text)), attributes: attributes, at: Current.instant)
    }

    /// The number of devices while nobody follows them.
    private static func listedCount(_ category: DeviceCategory) -> Reading.Outcome {
        do throws(FileError) {
            let devices = try Current.deviceEvents.devices(category.filter)
            return .value(.integer(Int64(devices.count(where: category.includes))))
        } catch {
            return .unavailable(error.reason)
        }
    }
}
