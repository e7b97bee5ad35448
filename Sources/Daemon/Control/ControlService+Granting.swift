import SensorSDK
import Shared
import Store

/// What plugins ask for, and who allowed it.
extension ControlService {
    /// Sensors that are not enabled yet, because their plugin asks for what its owner has allowed neither now nor before.
    ///
    /// - Parameter granting: By family, what he was shown just now and agreed to.
    func heldBack(_ sensors: [Sensor], _ rows: [Enablement], granting: [String: [String]]) -> Set<SensorID> {
        let asking = sensors.filter { !$0.asks.isEmpty }
        return Set(
            asking.filter { sensor in
                let isGranted = Set(sensor.asks).isSubset(of: granting[sensor.id.family] ?? [])
                return !isGranted
                    && !rows.contains { $0.sensor.family == sensor.id.family && $0.accepted.allows(sensor) }
            }.map(\.id)
        )
    }

    /// - Parameters:
    ///   - sensors: Those that were to be enabled and were not on.
    ///   - held: Those of them that are held back.
    /// - Returns: `nil` when no plugin among them has anything to say.
    func notices(about sensors: [Sensor], held: Set<SensorID>) async -> [PluginNotice]? {
        let families = Dictionary(grouping: sensors) { $0.id.family }.filter { $0.key.hasPrefix(PluginFamilies.prefix) }
        guard !families.isEmpty else { return nil }
        let reports = Dictionary(
            (await plugins.service?.reports() ?? []).filter { ![.shadowed, .masked].contains($0.state) }
                .map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let hasUnit = await plugins.service?.state == .ownUser
        let notices = families.map { family, sensors in
            let name = String(family.dropFirst(PluginFamilies.prefix.count))
            var notice = PluginNotice(
                name: name,
                asks: Set(sensors.flatMap(\.asks)).sorted(),
                isHeld: sensors.contains { held.contains($0.id) },
                report: reports[name]
            )
            let written = notice.asks.filter { $0.hasPrefix("write ") }.map { String($0.dropFirst("write ".count)) }
            if hasUnit, !written.isEmpty { notice.sandboxed = written }
            return notice
        }.filter(\.isWorthIt)
        return notices.isEmpty ? nil : notices.sorted { $0.name < $1.name }
    }
}
