package import SensorSDK
import Shared

/// Temperatures, fans, voltages and whatever else the monitoring chips of this machine measure.
///
/// Source: libsensors over `/sys/class/hwmon`; a chip's place in the machine from `/sys` and udev.
package struct ThermalProvider: SensorProvider {
    private let list: ChipList

    package init(context: ProviderContext) {
        list = ChipList(context: context)
    }

    package func sensors() async throws -> [Sensor] {
        try list.chips().flatMap { chip in try chip.readings.map(chip.sensor) }
    }

    package func read(_ ids: Set<SensorID>) async -> [Reading] {
        let time = Current.instant
        let chips: [Chip]
        do throws(HardwareMonitorsError) {
            chips = try list.chips()
        } catch {
            return ids.map { Reading($0, .unavailable(error.reason), at: time) }
        }
        var found: [SensorID: Reading] = [:]
        for chip in chips {
            for reading in Self.read(ids, of: chip) { found[reading.sensor] = reading }
        }
        return ids.map { found[$0] ?? Reading($0, .unavailable(.notPresent), at: time) }
    }

    package func changes() -> AsyncStream<ProviderChange> {
        // A disk is known by its own number only once udev has come to it.
        let filters = [DeviceFilter(subsystem: "hwmon"), DeviceFilter(subsystem: "block", deviceType: "disk")]
        return Current.deviceEvents.changes(filters) { notice in
            switch notice {
            case .happened("add", let device), .happened("remove", let device):
                // A driver that was loaded again may have got the number that it had, and other features.
                if device.subsystem == "hwmon" { Current.hardwareMonitors.forget() }
                return [.listAgain]
            case .overrun:
                Current.hardwareMonitors.forget()
                return [.listAgain]
            case .happened: return []
            }
        }
    }

    /// Reads what is wanted of one chip in one go; of one that sleeps, nothing.
    private static func read(_ ids: Set<SensorID>, of chip: Chip) -> [Reading] {
        let wanted = chip.readings.compactMap { reading -> (reading: ChipReading, id: SensorID)? in
            // What has no valid id was never offered.
            guard let id = try? chip.id(reading), ids.contains(id) else { return nil }
            return (reading, id)
        }
        guard !wanted.isEmpty else { return [] }
        guard !chip.isAsleep else {
            let time = Current.instant
            return wanted.map { Reading($0.id, .unavailable(.asleep), at: time) }
        }
        var names: [String] = []
        for name in wanted.flatMap(\.reading.subfeatures) where !names.contains(name) { names.append(name) }
        let answers = Current.hardwareMonitors.read(names, of: chip.monitor)
        let time = Current.instant
        return wanted.map { reading, id in
            let outcome = reading.outcome(answers)
            switch outcome {
            case .value: return Reading(id, outcome, attributes: reading.attributes(answers), at: time)
            // A device that fell asleep meanwhile refuses.
            case .unavailable(.permission) where chip.isAsleep: return Reading(id, .unavailable(.asleep), at: time)
            case .unavailable: return Reading(id, outcome, at: time)
            }
        }
    }
}
