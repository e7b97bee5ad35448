import Glibc
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
        var sources = await service.look().filter { $0.family.hasPrefix(Self.prefix) }
        let state = await service.state
        // A host that fell silent has said which plugins there are; one that never spoke has not.
        if state.isAway, state != .silent || sources.isEmpty {
            // What is known from earlier runs waits for the host and is then unavailable, rather than gone.
            let known = Set(sources.map(\.family))
            sources += await registry.knownFamilies.filter { $0.hasPrefix(Self.prefix) && !known.contains($0) }
                .compactMap(service.source)
        }
        await collector.familiesAreGone(try await registry.setPlugins(sources))
    }

    /// Has plugins that somebody waits for found and listed, as far as they do it while people wait.
    ///
    /// - Parameter names: Of families, or globs of them.
    func meet(_ names: Set<String>) async {
        _ = await Deadline.run(.seconds(5)) {
            // For the first plugin of all its host is only just coming.
            _ = await service?.reports()
            await takeOver()
            await withDiscardingTaskGroup { group in
                for family in await registry.pluginFamilies
                where names.contains(where: { fnmatch($0, family, 0) == 0 }) {
                    group.addTask { await ask(family) }
                }
            }
        }
    }

    /// By family, what each name that its host hashed becomes with another salt.
    func renamed(from old: [UInt8], to new: [UInt8]) async throws -> [String: [String: String]] {
        guard let service else { return [:] }
        var names: [String: [String: String]] = [:]
        for family in await registry.pluginFamilies {
            names[family] = await service.renamed(
                family,
                from: try await registry.context(of: family, salt: old),
                to: try await registry.context(of: family, salt: new)
            )
        }
        return names
    }

    /// Asks each plugin for its list and follows what comes and goes, until the task is cancelled.
    func run() async {
        guard let service else { return }
        await withDiscardingTaskGroup { group in
            group.addTask { await service.run() }
            let state = await service.state
            if state != .absent, !state.isAway {
                for family in await registry.pluginFamilies { group.addTask { await list(family) } }
            }
            for await changed in service.news() {
                let before = Set(await registry.pluginFamilies)
                await takeOver()
                for family in await registry.pluginFamilies
                where !before.contains(family) || changed.contains(family) {
                    group.addTask { await list(family) }
                }
            }
        }
    }

    /// Ends all plugins when the task is cancelled; returns when none is left.
    func stopWhenCancelled() async {
        await Signal().wait()
        await service?.stop()
    }

    private func takeOver() async {
        do {
            try await look()
        } catch {
            Log.error("can't look for plugins", ["reason": "\(error)"])
        }
    }

    private func ask(_ family: String) async {
        do {
            try await registry.refresh(family: family)
            try await collector.enablementsChanged()
        } catch {
            Log.error("can't store the list of sensors", ["family": family, "reason": "\(error)"])
        }
    }

    /// Asks a plugin for its list; one that fails is asked again after 2 s, 4 s … 32 s, in case it came before what it needs.
    private func list(_ family: String) async {
        let clock = Current.clock
        for attempt in 1...6 {
            await ask(family)
            guard attempt < 6, await registry.complaint(about: family) != nil else { return }
            // It throws only when the daemon ends.
            guard (try? await clock.sleep(for: .seconds(1 << attempt))) != nil else { return }
        }
    }
}
