import SensorSDK
import Shared
import Store

/// The plugins as they stand.
extension ControlService {
    func listPlugins() async throws -> PluginListing {
        guard let service = plugins.service else { return PluginListing([], host: nil) }
        let reports = await service.reports()
        let host = await service.state
        return PluginListing(
            reports,
            host: host,
            folders: service.folders,
            lapses: try await lapses(isKnown: host != .unreachable)
        )
    }

    /// - Parameter isKnown: Whether it is known which plugins there are.
    private func lapses(isKnown: Bool) async throws -> [PluginLapse] {
        let present = Set(await registry.pluginFamilies)
        var removed: [String: Set<SensorID>] = [:]
        var changed: [String: (sensors: Set<SensorID>, changes: Set<String>)] = [:]
        for row in try await store.enablements() where row.sensor.family.hasPrefix(PluginFamilies.prefix) {
            let name = String(row.sensor.family.dropFirst(PluginFamilies.prefix.count))
            if isKnown, !present.contains(row.sensor.family) {
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

    func restartPlugin(_ name: String, isReset: Bool) async throws -> PluginListing {
        guard let service = plugins.service else { throw ControlFailure(.usage, "this daemon runs no plugins") }
        let isKnown = isReset ? await service.reset(name) : await service.restart(name)
        guard isKnown else {
            if await service.state == .unreachable {
                throw ControlFailure(.tryAgain, "the plugin host can't be reached: \(PluginListing.wayBack)")
            }
            throw ControlFailure(
                .usage,
                "no plugin '\(name.printable(limit: 64))' can be run; 'agent plugins' lists all with the reasons"
            )
        }
        if isReset {
            try await registry.refresh(family: PluginFamilies.prefix + name)
            try await collector.enablementsChanged()
        }
        return PluginListing(
            await service.reports().filter { $0.name == name && $0.state != .shadowed },
            host: await service.state
        )
    }
}
