import SensorSDK
import Shared

/// A family that can't say what it has.
struct BrokenProvider: SensorProvider {
    struct Failure: Error {}

    func sensors() async throws -> [Sensor] { throw Failure() }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        ids.map { Reading($0, .unavailable(.plugin), at: Current.instant) }
    }

    func changes() -> AsyncStream<ProviderChange> { AsyncStream { _ in } }
}
