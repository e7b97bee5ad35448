import SensorSDK

/// A plugin as the daemon sees it.
struct PluginProvider: SensorProvider {
    let supervisor: any SupervisedPlugin
    let context: ProviderContext
    /// What its owner allows it of what it asks for.
    var granted: Set<String> = []

    func sensors() async throws -> [Sensor] {
        await supervisor.use(context, granted: granted)
        return try await supervisor.sensors()
    }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        await supervisor.use(context, granted: granted)
        return await supervisor.read(ids)
    }

    func changes() -> AsyncStream<ProviderChange> {
        supervisor.changes()
    }
}
