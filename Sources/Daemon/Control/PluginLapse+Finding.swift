import SensorSDK
import Shared
import Store

extension PluginLapse {
    /// What is enabled of plugins and does not report, by the plugins' names.
    ///
    /// - Parameter host: While it can't be reached it is not known which plugins there are.
    static func all(in store: Store, _ registry: SensorRegistry, host: PluginHostState) async throws -> [PluginLapse] {
        let present = Set(await registry.pluginFamilies)
        var removed: [String: Set<SensorID>] = [:]
        var changed: [String: (sensors: Set<SensorID>, changes: Set<String>)] = [:]
        for row in try await store.enablements() where row.sensor.family.hasPrefix(PluginFamilies.prefix) {
            let name = String(row.sensor.family.dropFirst(PluginFamilies.prefix.count))
            if !host.isAway, !present.contains(row.sensor.family) {
                removed[name, default: []].insert(row.sensor)
            } else if let sensor = await registry.sensor(row.sensor), !row.accepted.covers(sensor) {
                changed[name, default: ([], [])].sensors.insert(row.sensor)
                changed[name]?.changes.formUnion(row.accepted.changes(in: sensor))
            }
        }
        let lapses =
            removed.map { PluginLapse(name: $0, cause: .removed, sensors: $1.sorted()) }
            + changed.map {
                PluginLapse(name: $0, cause: .changed, sensors: $1.sensors.sorted(), changes: $1.changes.sorted())
            }
        return lapses.sorted { ($0.name, $0.cause.rawValue) < ($1.name, $1.cause.rawValue) }
    }
}
