import SensorSDK
import Shared

/// Runs the calls of one provider on an executor of its own, so that one that blocks holds up no other.
actor FamilyThread {
    private let provider: any SensorProvider
    private nonisolated let executor: SerialQueueExecutor

    init(_ provider: any SensorProvider, label: String) {
        self.provider = provider
        executor = SerialQueueExecutor(label: label)
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
