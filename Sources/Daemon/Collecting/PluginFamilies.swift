import SensorSDK
import Shared

/// Keeps the families in step with the plugins that are there.
struct PluginFamilies: Sendable {
    let service: (any PluginService)?
    let registry: SensorRegistry
    let collector: Collector
    /// First part of the names of plugins' families.
    static let prefix = "plugin_"

    /// Takes over which plugins there are now; asks none of them.
    func look() async throws {
        guard let service else { return }
        let sources = await service.look().filter { $0.family.hasPrefix(Self.prefix) }
        await collector.stopObserving(try await registry.setPlugins(sources))
    }

    /// Asks each plugin for its list and follows what comes and goes, until the task is cancelled.
    func run() async {
        guard let service else { return }
        await list(await registry.pluginFamilies)
        for await _ in service.news() {
            let before = Set(await registry.pluginFamilies)
            do {
                try await look()
            } catch {
                Log.error("can't look for plugins", ["reason": "\(error)"])
            }
            await list(await registry.pluginFamilies.filter { !before.contains($0) })
        }
    }

    /// Ends all plugins when the task is cancelled; returns when none is left.
    func stopWhenCancelled() async {
        await Signal().wait()
        await service?.stop()
    }

    /// Plugins side by side: the list of one that hangs comes when it comes.
    private func list(_ families: [String]) async {
        await withDiscardingTaskGroup { group in
            for family in families {
                group.addTask {
                    do {
                        try await registry.refresh(family: family)
                        try await collector.enablementsChanged()
                    } catch {
                        Log.error("can't store the list of sensors", ["family": family, "reason": "\(error)"])
                    }
                }
            }
        }
    }
}
