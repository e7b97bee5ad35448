import Glibc
import SensorSDK
import Shared
import Store

/// The program that runs for as long as the machine does: it reads, queues and delivers, and answers the command line.
package struct Daemon: Sendable {
    private let configuration: Configuration
    private let store: Store
    private let collector: Collector
    private let uploaders: Uploaders
    private let registry: SensorRegistry
    private let service: ControlService
    private let status: ServiceStatus
    private let plugins: PluginFamilies

    /// Opens the store and makes the providers; nothing runs yet.
    ///
    /// - Throws: ``StoreError``, and ``ControlFailure`` for a credential that can't be used.
    package init(_ configuration: Configuration) async throws {
        self.configuration = configuration
        let store = try Store(
            directory: configuration.stateDirectory,
            historyKinds: Set(configuration.serverKinds.filter(\.keepsHistory).map(\.name)),
            keys: try configuration.credentials?.storeKeys() ?? StoreKeys()
        )
        let settings = SettingsInForce(configuration.settings)
        await store.setBounds(configuration.settings.queue)
        let uploaders = Uploaders()
        let status = ServiceStatus(store: store)
        registry = try await SensorRegistry(
            sources: configuration.sources + [
                AgentProvider.source(store, version: configuration.version, plugins: configuration.plugins)
            ],
            store: store,
            sha256: configuration.sha256
        )
        collector = Collector(
            registry: registry,
            store: store,
            pace: configuration.pace,
            settings: settings,
            heartbeat: Heartbeat(watchdogInterval: Current.supervisor.watchdogInterval),
            onQueued: { await uploaders.notify($0) },
            onBeat: { await status.announce(showsQueue: true) }
        )
        plugins = PluginFamilies(service: configuration.plugins, registry: registry, collector: collector)
        service = ControlService(
            configuration: configuration,
            settings: settings,
            store: store,
            registry: registry,
            collector: collector,
            uploaders: uploaders,
            plugins: plugins
        )
        self.status = status
        self.store = store
        self.uploaders = uploaders
    }

    /// Runs until the task is cancelled; returns when everything has ended and the store is closed.
    ///
    /// - Parameters:
    ///   - onReady: Called once when the control socket is served.
    ///   - isGoingAway: Asked at the end: `true` tells the servers that nothing comes for a while, so that they show all sensors
    ///     as unavailable; `false`, for a restart, sends nothing more.
    /// - Throws: ``ControlFailure`` when the socket can't be served, ``StoreError`` when the store fails at the start.
    package func run(
        onReady: @escaping @Sendable () -> Void = {},
        isGoingAway: @escaping @Sendable () async -> Bool = { false }
    ) async throws {
        do {
            let socket =
                if let inherited = configuration.inheritedSocket {
                    ControlServer(inherited: inherited)
                } else {
                    try ControlServer(path: configuration.socketPath)
                }
            try await registry.start()
            try await plugins.look()
            try await collector.enablementsChanged()
            try await service.checkMachine()
            try await service.startUploaders()
            Log.info(
                "started",
                [
                    "version": configuration.version, "sensors": "\(await registry.all.count)",
                    "state": configuration.stateDirectory,
                    "socket": configuration.inheritedSocket == nil ? configuration.socketPath : "systemd's",
                ]
            )
            if case .fixed(let interval) = configuration.pace {
                Log.warning("measuring: every sensor is read at one pace, below its floor", ["interval": "\(interval)"])
            }
            await status.announce()
            Current.supervisor.tell(.ready)
            onReady()
            await withDiscardingTaskGroup { group in
                group.addTask { await plugins.run() }
                // Whatever hangs in a plugin ends with the plugins.
                group.addTask { await plugins.stopWhenCancelled() }
                await withDiscardingTaskGroup { group in
                    group.addTask { await collector.run() }
                    group.addTask { await socket.serve { peer, request in await answer(request, to: peer) } }
                    group.addTask { await PowerWatch(collector: collector, uploaders: uploaders).run() }
                }
                // No server waits until the last plugin has ended.
                Current.supervisor.tell(.stopping)
                let isGoingAway = await isGoingAway()
                if isGoingAway { await collector.bidFarewell() }
                await uploaders.stopAll(isFlushing: isGoingAway)
            }
        } catch {
            await store.close()
            throw error
        }
        await store.close()
        Log.info("stopped")
    }

    private func answer(_ request: ControlRequest, to peer: SocketPeer) async -> ControlAnswer {
        guard !request.usesCredentials || isOwner(peer) else {
            return .failure(
                ControlFailure(
                    .notPermitted,
                    "only root may have a credential of the service used, since it goes to whatever server the file names; use "
                        + "sudo, or token-file"
                )
            )
        }
        let answer = await answer(request)
        if let change = request.change, answer.tellsOfChange {
            let object = (request.object ?? answer.object).map { " \($0.printable(limit: 200))" } ?? ""
            Log.info("changed", ["command": change + object, "uid": "\(peer.user)", "pid": "\(peer.process)"])
        }
        return answer
    }

    /// Whether a client could read the daemon's secrets anyway.
    private func isOwner(_ peer: SocketPeer) -> Bool {
        peer.user == 0 || (configuration.inheritedSocket == nil && peer.user == geteuid())
    }

    /// Answers one request, as the control socket would.
    package func answer(_ request: ControlRequest) async -> ControlAnswer {
        let answer = await service.answer(request)
        if request.isChange { await status.announce() }
        return answer
    }
}
