import SensorSDK
import Shared

/// A machine whose values only ever grow, over all of its daemons' lives, and where something happens all the time.
struct TortureProvider: SensorProvider {
    let life: Int
    let hasEvents: Bool

    /// Events of one life; what one leaves over the next ones can deliver.
    private static let eventsPerLife = 12

    func sensors() async throws -> [Sensor] { try Sensors.all.map(Sensors.sensor) }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        let now = Current.instant
        let microseconds = Int64(now.boot / .microseconds(1))
        return ids.map { Reading($0, .value(.integer(microseconds)), at: now) }
    }

    func changes() -> AsyncStream<ProviderChange> {
        AsyncStream { continuation in
            guard hasEvents, let bell = try? SensorID(Sensors.bell) else { return }
            let ringing = Task {
                for number in 1...Self.eventsPerLife {
                    let mark = EventMark(life: life, number: number)
                    let event = DeviceEvent(
                        id: mark.id,
                        sensor: bell,
                        action: .added,
                        name: "bell",
                        time: Current.instant
                    )
                    continuation.yield(.happened(event))
                    // It throws only when it is cancelled.
                    try? await Current.clock.sleep(for: .milliseconds(15))
                }
            }
            continuation.onTermination = { _ in ringing.cancel() }
        }
    }
}
