package import SensorSDK
import Shared

/// The machine as a whole: load, memory, swap, pressure, when it was started, and whether a Raspberry Pi gets enough voltage.
///
/// Source: `/proc/loadavg`, `/proc/meminfo`, `/proc/pressure`, `/proc/stat`, and the hwmon chip `rpi_volt`.
package struct SystemProvider: SensorProvider {
    private let bootTime = BootTime()

    package init(context: ProviderContext) {}

    package func sensors() async throws -> [Sensor] {
        var machine = MachineFiles(Current.files)
        return try SystemReading.allCases.filter { machine.offers($0) }.map { try $0.sensor() }
    }

    package func read(_ ids: Set<SensorID>) async -> [Reading] {
        var machine = MachineFiles(Current.files)
        let time = Current.instant
        return ids.sorted().map { id in
            guard let reading = SystemReading(id) else { return Reading(id, .unavailable(.notPresent), at: time) }
            do throws(UnavailableReason) {
                let value =
                    reading == .lastBoot
                    ? .time(bootTime.steady(try machine.bootTime())) : try machine.value(of: reading)
                return Reading(id, .value(value), attributes: machine.attributes(of: reading), at: time)
            } catch {
                return Reading(id, .unavailable(error), at: time)
            }
        }
    }

    package func changes() -> AsyncStream<ProviderChange> {
        // The list of chips is only looked at for one reading. Its id is one of ours, so it is valid.
        let underVoltage = (try? SystemReading.underVoltage.id()).map { Set([$0]) } ?? []
        return Current.deviceEvents.changes([DeviceFilter(subsystem: "hwmon")]) { notice in
            switch notice {
            case .happened("change", _): [.readAgain(underVoltage)]
            case .happened("add", _), .happened("remove", _), .overrun: [.listAgain, .readAgain(underVoltage)]
            case .happened: []
            }
        }
    }
}
