package import SensorSDK
import Shared

/// The batteries and power inputs of this machine, and the batteries of what is connected to it.
///
/// Source: `/sys/class/power_supply`; see the kernel's ABI page sysfs-class-power.
package struct BatteryProvider: SensorProvider {
    private let context: ProviderContext
    private let things = ThingNames()
    private let texts = RememberedTexts()

    package init(context: ProviderContext) {
        self.context = context
    }

    package func sensors() async throws -> [Sensor] {
        var supplies = try PowerSupplies(in: Current.files, context: context, things: things, texts: texts)
        return try supplies.sensors()
    }

    package func read(_ ids: Set<SensorID>) async -> [Reading] {
        let time = Current.instant
        var supplies: PowerSupplies
        do throws(FileError) {
            supplies = try PowerSupplies(in: Current.files, context: context, things: things, texts: texts)
        } catch {
            return ids.map { Reading($0, .unavailable(error.reason), at: time) }
        }
        return ids.sorted().map { id in
            do throws(UnavailableReason) {
                return Reading(
                    id,
                    .value(try supplies.value(of: id)),
                    attributes: supplies.attributes(of: id),
                    at: time
                )
            } catch {
                return Reading(id, .unavailable(error), at: time)
            }
        }
    }

    package func changes() -> AsyncStream<ProviderChange> {
        Current.deviceEvents.changes([DeviceFilter(subsystem: "power_supply")]) { notice in
            switch notice {
            case .happened("change", _): [.readAgain(nil)]
            case .happened("add", _), .happened("remove", _), .happened("move", _), .overrun:
                [.listAgain, .readAgain(nil)]
            case .happened: []
            }
        }
    }
}
