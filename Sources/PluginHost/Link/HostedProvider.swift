import SensorSDK

/// A plugin as the daemon sees it: behind the process that runs it.
struct HostedProvider: SensorProvider {
    let link: HostLink
    let plugin: String
    let context: HostedContext

    func sensors() async throws -> [Sensor] { try await link.list(plugin, context) }

    func read(_ ids: Set<SensorID>) async -> [Reading] { await link.read(ids, of: plugin, context) }

    func changes() -> AsyncStream<ProviderChange> { link.changes(of: plugin) }
}
