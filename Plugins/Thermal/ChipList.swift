import SensorSDK
import Shared
import Synchronization

/// Finds the chips of the machine, and remembers where they sit for as long as the same chips are there.
final class ChipList: Sendable {
    private struct Known {
        var monitors: [HardwareMonitor]
        var devices: [DeviceFolder?]
        var chips: [Chip]
    }

    private let context: ProviderContext
    private let things = ThingNames()
    private let known = Mutex<Known?>(nil)

    init(context: ProviderContext) {
        self.context = context
    }

    /// The chips now. Beyond one link a chip, and what proves a device that is awake, nothing is read while the list stays the same.
    func chips() throws(HardwareMonitorsError) -> [Chip] {
        let monitors = try Current.hardwareMonitors.monitors()
        let devices = monitors.map { monitor in
            // A chip without a device has no such link.
            (try? Current.files.resolved("\(monitor.path)/device")).map(DeviceFolder.init(path:))
        }
        let before = known.withLock { $0 }
        if let before, before.monitors == monitors, before.devices == devices,
            before.chips.allSatisfy(\.isWhereItWas)
        {
            return before.chips
        }
        let (chips, isWhole) = Chip.all(monitors, devices: devices, things: things, context: context)
        let isFinal = isWhole && !chips.contains(where: \.place.isPreliminary)
        known.withLock { $0 = isFinal ? Known(monitors: monitors, devices: devices, chips: chips) : nil }
        return chips
    }
}
