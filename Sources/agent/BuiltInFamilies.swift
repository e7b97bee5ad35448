import Battery
import DeviceEvents
import Network
import Shared
import Storage
import System
import Thermal

/// The sensor families that are compiled in; a new one is one line here.
enum BuiltInFamilies {
    /// Their names, with that of the agent's own sensors.
    static var names: [String] { sources.map(\.family) + ["agent"] }

    static let sources: [ProviderSource] = [
        ProviderSource(family: "battery", deadline: .seconds(5)) { BatteryProvider(context: $0) },
        ProviderSource(family: "thermal", deadline: .seconds(5)) { ThermalProvider(context: $0) },
        // Longer than a helper process may take to ask one mount.
        ProviderSource(family: "storage", deadline: .seconds(5), naming: .mountPoint) { StorageProvider(context: $0) },
        ProviderSource(family: "network", deadline: .seconds(2), naming: .interface) { NetworkProvider(context: $0) },
        ProviderSource(family: "device_events", deadline: .seconds(5), naming: .usbDevice) {
            DeviceEventsProvider(context: $0)
        },
        ProviderSource(family: "system", deadline: .seconds(2)) { SystemProvider(context: $0) },
    ]
}
