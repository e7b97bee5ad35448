import SensorSDK
import Shared

/// Runs the calls of one provider on an executor of its own, so that one that blocks holds up no other. Those of plugins share
/// one: they wait for another process, and block nothing.
actor FamilyThread {
    private let provider: any SensorProvider
    nonisolated let executor: SerialQueueExecutor

    private static let plugins = SerialQueueExecutor(label: "family.plugins")

    init(_ provider: any SensorProvider, of family: String) {
        self.provider = provider
        let isPlugin = family.hasPrefix(PluginFamilies.prefix)
        executor = isPlugin ? Self.plugins : SerialQueueExecutor(label: "family.\(family)")
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func sensors() async -> Result<[Sensor], any Error> {
        do {
            return .success(try await provider.sensors())
        } catch {
            return .failure(error)
        }
    }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        await provider.read(ids)
    }

    func changes() -> AsyncStream<ProviderChange> {
        provider.changes()
    }
}
