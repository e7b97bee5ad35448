import SensorSDK
import Shared
import Store

/// What is to be read now, and for whom: the enablements that are in force.
struct EnablementPlan {
    /// Sensors that are enabled on at least one server.
    private(set) var sensors: [SensorID: Sensor] = [:]
    private(set) var enablements: [SensorID: [Enablement]] = [:]

    init() {}

    /// - Parameter known: All sensors as they are described now: one that was redefined since it was accepted is off, and
    ///   one that the user disabled at the server is not sent there.
    init(_ rows: [Enablement], of known: [SensorID: Sensor]) {
        for row in rows {
            guard let sensor = known[row.sensor], row.accepted.covers(sensor), !row.isDisabledByServer else { continue }
            sensors[row.sensor] = sensor
            enablements[row.sensor, default: []].append(row)
        }
    }

    /// What the owner allows each family of plugins of what it asks for.
    var grants: [String: [String]] {
        var grants: [String: Set<String>] = [:]
        for (id, sensor) in sensors where !sensor.asks.isEmpty { grants[id.family, default: []].formUnion(sensor.asks) }
        return grants.mapValues { $0.sorted() }
    }

    func servers(of sensor: SensorID) -> Set<ServerRecord.ID> {
        Set((enablements[sensor] ?? []).map(\.server))
    }

    func sensors(of server: ServerRecord.ID) -> [SensorID] {
        enablements.filter { $0.value.contains { $0.server == server } }.map(\.key)
    }
}
