import SensorSDK
package import Shared

/// Finds plugins, runs and supervises them, inside of the process that it is made in.
package actor PluginHost: PluginService {
    private let places: PluginFolders
    private let settings: PluginHostSettings
    private var supervisors: [String: any SupervisedPlugin] = [:]
    /// Whether each of them is a drop-in.
    private var kinds: [String: Bool] = [:]
    /// Those that may be run, as they were found last.
    private var usable: [String: FoundPlugin] = [:]
    private var notRun: [FoundPlugin] = []
    private var hasToldExcess = false
    private nonisolated let changed = AsyncStream.makeStream(of: Set<String>.self, bufferingPolicy: .bufferingNewest(1))

    package init(folders: PluginFolders, settings: PluginHostSettings) {
        places = folders
        self.settings = settings
    }

    package func look() async -> [ProviderSource] {
        guard let found = find() else { return sources }
        usable = Dictionary(
            found.filter { $0.file != nil }.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        report(found.filter { $0.file == nil })
        for (name, supervisor) in supervisors where usable[name] == nil {
            supervisors[name] = nil
            Log.info("plugin is gone", ["plugin": name])
            await supervisor.retire()
        }
        for (name, plugin) in usable {
            if let supervisor = supervisors[name], kinds[name] == (plugin.dropIn != nil) {
                await supervisor.update(plugin)
            } else {
                await supervisors[name]?.retire()
                kinds[name] = plugin.dropIn != nil
                supervisors[name] = supervisor(of: plugin)
                Log.info("plugin found", ["plugin": name, "path": plugin.path.printable()])
            }
        }
        return sources
    }

    /// - Returns: `nil` when it can't be found out, and all stays as it is: what can't be looked at is not gone.
    private func find() -> [FoundPlugin]? {
        do throws(TrustError) {
            return try places.find()
        } catch {
            Log.error("can't look for plugins; what was found before stays", ["reason": "\(error)"])
            return nil
        }
    }

    private var sources: [ProviderSource] {
        supervisors.sorted { $0.key < $1.key }.map { name, supervisor in
            ProviderSource(family: FoundPlugin.prefix + name, deadline: longestCall(of: name)) { context in
                PluginProvider(supervisor: supervisor, context: context)
            }
        }
    }

    package nonisolated var state: PluginHostState { .yourUser }

    package nonisolated var folders: [String] { places.all }

    package nonisolated func news() -> AsyncStream<Set<String>> { changed.stream }

    /// Watches the folders.
    package func run() async {
        while !Task.isCancelled {
            var changes = Current.files.changes(in: places.all).makeAsyncIterator()
            // With the watch in place a look misses nothing.
            changed.continuation.yield([])
            guard await changes.next() != nil else { return }
            // A file that is being written there is told of several times. It throws only when the host ends.
            guard (try? await Current.clock.sleep(for: .milliseconds(250))) != nil else { return }
        }
    }

    package func reports() async -> [PluginReport] {
        await hosted().map(\.report)
    }

    /// What was found, with what the daemon needs to know of it; of more than it heeds, first those that may be run.
    func hosted() async -> [HostedPlugin] {
        var hosted = notRun.map { HostedPlugin($0.report, isRun: false) }
        for (name, supervisor) in supervisors {
            let report = await supervisor.report
            hosted.append(
                HostedPlugin(report, isRun: true, mark: usable[name]?.mark ?? "", longestCall: longestCall(of: name))
            )
        }
        hosted.sort { ($0.report.name, $0.report.path) < ($1.report.name, $1.report.path) }
        guard hosted.count > HostLink.mostPlugins else { return hosted }
        if !hasToldExcess {
            Log.warning(
                "there are more plugins than are heeded; the rest is left out",
                ["found": "\(hosted.count)", "heeded": "\(HostLink.mostPlugins)"]
            )
        }
        hasToldExcess = true
        let heeded = hosted.filter(\.isRun) + hosted.filter { !$0.isRun }
        return Array(heeded.prefix(HostLink.mostPlugins))
    }

    /// - Parameter granted: See ``SupervisedPlugin/use(_:granted:)``.
    func provider(of name: String, _ context: ProviderContext, granted: Set<String> = []) -> (any SensorProvider)? {
        supervisors[name].map { PluginProvider(supervisor: $0, context: context, granted: granted) }
    }

    /// Sensors of its list that were refused.
    func refused(by name: String) async -> [SensorID] { await supervisors[name]?.refused.sorted() ?? [] }

    /// What a plugin notices; while it is read, the plugin's process is kept.
    func changes(of name: String) -> AsyncStream<ProviderChange>? { supervisors[name]?.changes() }

    package func restart(_ name: String) async -> Bool {
        guard let supervisor = supervisors[name] else { return false }
        await supervisor.restart(isReset: false)
        return true
    }

    package func reset(_ name: String) async -> Bool {
        guard let supervisor = supervisors[name] else { return false }
        await supervisor.restart(isReset: true)
        return true
    }

    package func stop() async {
        let ending = Array(supervisors.values)
        supervisors = [:]
        await withDiscardingTaskGroup { group in
            for supervisor in ending { group.addTask { await supervisor.retire() } }
        }
    }

    private func longestCall(of name: String) -> Duration {
        usable[name]?.dropIn?.longestCall ?? settings.times.longestCall
    }

    private func supervisor(of plugin: FoundPlugin) -> any SupervisedPlugin {
        guard plugin.dropIn != nil else { return PluginSupervisor(plugin, settings: settings) }
        return ForeignSupervisor(plugin, settings: settings, rule: places.rule)
    }

    private func report(_ plugins: [FoundPlugin]) {
        for plugin in plugins {
            guard case .refused(let reason) = plugin.standing,
                !notRun.contains(where: { $0.path == plugin.path && $0.report.reason == reason })
            else { continue }
            Log.warning("plugin is not run", ["plugin": plugin.name.printable(), "reason": reason])
        }
        notRun = plugins
    }
}

extension FoundPlugin {
    fileprivate var report: PluginReport {
        let (state, reason): (PluginReport.State, String?) =
            switch standing {
            case .usable: (.idle, nil)
            case .refused(let reason): (.refused, reason.printable(limit: 500))
            case .masked: (.masked, "a link to /dev/null")
            case .shadowed(let path): (.shadowed, "\(path.printable()) has the same name")
            }
        return PluginReport(name: name.printable(limit: 64), path: path.printable(), state: state, reason: reason)
    }
}
