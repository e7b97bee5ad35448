import SensorSDK

/// A plugin as the daemon sees it.
struct PluginProvider: SensorProvider {
    let supervisor: any SupervisedPlugin
    let context: ProviderContext

    func sensors() async throws -> [Sensor] {
        await supervisor.use(context)
        return try await supervisor.sensors()
    }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        await supervisor.use(context)
        return await supervisor.read(ids)
    }

    func changes() -> AsyncStream<ProviderChange> {
        supervisor.changes()
    }
}
