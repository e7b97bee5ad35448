import SensorSDK
import Shared

/// The sensors of a plugin as the daemon takes them from the host.
struct HostedListing: Sendable {
    private(set) var sensors: [Sensor] = []
    private var byID: [SensorID: Sensor] = [:]
    private var ids: [String: SensorID] = [:]
    /// Those that the plugin lists in a way that can't be taken.
    let refused: Set<SensorID>

    /// What is wrong costs itself only: the host has told its reason, and this is not the place to trust it.
    ///
    /// - Parameters:
    ///   - asks: See `Sensor`.
    ///   - refused: Ids that the host refused.
    init(_ items: [PluginSensor], plugin: String, asks: [String], refused: [String] = []) {
        self.refused = Set(refused.prefix(HostLink.mostSensors).compactMap { Self.id($0, plugin) })
        for var item in items.prefix(HostLink.mostSensors) {
            item.needs = item.needs?.printable(limit: 120)
            guard (item.attributes ?? []).count <= PluginListing.mostAttributes, let id = Self.id(item.id, plugin),
                byID[id] == nil,
                // The reason is the host's to tell: it made the sensor by the same rules.
                var sensor = try? item.sensor(
                    id,
                    device: plugin,
                    formerIDs: (item.formerIDs ?? []).compactMap { Self.id($0, plugin) }
                )
            else { continue }
            sensor.asks = asks
            sensors.append(sensor)
            byID[id] = sensor
            ids[item.id] = id
        }
    }

    func sensor(_ id: SensorID) -> Sensor? { byID[id] }

    func id(_ wire: String) -> SensorID? { ids[wire] }

    private static func id(_ wire: String, _ plugin: String) -> SensorID? {
        let parts = wire.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        // No id is the answer for one that is none.
        return try? SensorID(family: FoundPlugin.prefix + plugin, thing: parts[0], reading: parts[1])
    }
}
