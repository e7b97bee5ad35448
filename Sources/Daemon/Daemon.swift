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

    /// Opens the store and makes the providers; nothing runs yet.
    ///
    /// - Throws: ``StoreError``.
    package init(_ configuration: Configuration) async throws {
        self.configuration = configuration
        let store = try Store(directory: configuration.stateDirectory)
        let uploaders = Uploaders()
        registry = try await SensorRegistry(
            sources: configuration.sources + [AgentProvider.source(store, version: configuration.version)],
            store: store,
            sha256: configuration.sha256
        )
        collector = Collector(
            registry: registry,
            store: store,
            pace: configuration.pace,
            onQueued: { await uploaders.notify($0) }
        )
        service = ControlService(
            configuration: configuration,
            store: store,
            registry: registry,
            collector: collector,
            uploaders: uploaders
        )
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
            let socket = try ControlServer(path: configuration.socketPath)
            try await registry.start()
            try await collector.enablementsChanged()
            try await service.startUploaders()
            Log.info(
                "started",
                [
                    "version": configuration.version, "sensors": "\(await registry.all.count)",
                    "state": configuration.stateDirectory, "socket": configuration.socketPath,
                ]
            )
            if case .fixed(let interval) = configuration.pace {
                Log.warning("measuring: every sensor is read at one pace, below its floor", ["interval": "\(interval)"])
            }
            onReady()
            await withDiscardingTaskGroup { group in
                group.addTask { await collector.run() }
                group.addTask { await socket.serve(service) }
            }
            let isGoingAway = await isGoingAway()
            if isGoingAway { await collector.bidFarewell() }
            await uploaders.stopAll(isFlushing: isGoingAway)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
        Log.info("stopped")
    }

    /// Answers one request, as the control socket would.
    package func answer(_ request: ControlRequest) async -> ControlAnswer {
        await service.answer(request)
    }
}
