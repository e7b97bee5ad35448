import SensorSDK
import Shared
import Store

/// The plugins as they stand.
extension ControlService {
    func listPlugins() async throws -> PluginListing {
        guard let service = plugins.service else { return PluginListing([], host: nil) }
        let grants = await collector.grants
        let offered = await registry.offered
        let reports = await service.reports().map { report in
            var report = report
            // A host that came anew asks for a list only when it needs it.
            if report.sensors == 0 { report.sensors = offered[PluginFamilies.prefix + report.name]?.count ?? 0 }
            if !report.asks.isEmpty { report.allowed = grants[PluginFamilies.prefix + report.name] ?? [] }
            return report
        }
        let host = await service.state
        return PluginListing(
            reports,
            host: host,
            folders: service.folders,
            lapses: try await PluginLapse.all(in: store, registry, host: host)
        )
    }

    /// A plugin that is named right after it was put there lists its sensors first.
    func meetPlugins(_ patterns: [String]) async {
        let named = patterns.filter { $0.hasPrefix(PluginFamilies.prefix) }
        let strange = named.isEmpty ? [] : await registry.matcher.strange(named)
        if !strange.isEmpty { await plugins.meet(Set(strange.map { String($0.prefix { $0 != "." }) })) }
    }

    /// That the host does not answer, for people; nothing while it does.
    var silence: [String] {
        get async {
            guard await plugins.service?.state == .silent else { return [] }
            return ["\(PluginListing.silent); \(PluginListing.wayOut)"]
        }
    }

    func restartPlugin(_ name: String, isReset: Bool) async throws -> PluginListing {
        guard let service = plugins.service else { throw ControlFailure(.usage, PluginListing.none) }
        let isKnown = isReset ? await service.reset(name) : await service.restart(name)
        guard isKnown else {
            let state = await service.state
            if state == .masked { throw ControlFailure(.tryAgain, PluginListing.masked) }
            if let silence = await silence.first { throw ControlFailure(.tryAgain, silence) }
            if state == .unreachable {
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
