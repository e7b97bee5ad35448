import SensorSDK
import Shared

/// A machine with one bell, which rings when it is told to.
struct BellProvider: SensorProvider {
    static let bell = "bench.bell.last_event"

    private let sensor: Sensor
    private let stream: AsyncStream<ProviderChange>
    private let continuation: AsyncStream<ProviderChange>.Continuation

    init() throws {
        sensor = try Sensor(id: SensorID(Self.bell), device: "Bell", name: "Bell")
        (stream, continuation) = AsyncStream.makeStream(of: ProviderChange.self)
    }

    func ring(_ number: Int) {
        let id = Current.randomBytes(16).hexadecimal
        continuation.yield(
            .happened(DeviceEvent(id: id, sensor: sensor.id, action: .added, name: "\(number)", time: Current.instant))
        )
    }

    func sensors() async throws -> [Sensor] { [sensor] }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        ids.map { Reading($0, .value(.text("quiet")), at: Current.instant) }
    }

    func changes() -> AsyncStream<ProviderChange> { stream }
}
