import SensorSDK
import Shared

/// A plugin of any kind, as the host keeps it.
protocol SupervisedPlugin: Sendable {
    /// How ids are formed here, and what its owner allows it of what it asks for; told before anything is asked.
    func use(_ context: ProviderContext, granted: Set<String>) async
    func sensors() async throws -> [Sensor]
    func read(_ ids: Set<SensorID>) async -> [Reading]
    func changes() -> AsyncStream<ProviderChange>

    /// Takes over the file as it is now.
    func update(_ found: FoundPlugin) async
    func restart(isReset: Bool) async
    /// Ends for good; nothing of it runs when this returns.
    func retire() async
    var report: PluginReport { get async }
    /// What it lists in a way that can't be taken, as far as the ids are some.
    var refused: Set<SensorID> { get async }
}

extension SupervisedPlugin {
    var refused: Set<SensorID> { [] }
}
