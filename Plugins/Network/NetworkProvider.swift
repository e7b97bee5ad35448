package import SensorSDK
import Shared

package struct NetworkProvider: SensorProvider {
    package init(context: ProviderContext) {}

    package func sensors() async throws -> [Sensor] { [] }

    package func read(_ ids: Set<SensorID>) async -> [Reading] { [] }
}
