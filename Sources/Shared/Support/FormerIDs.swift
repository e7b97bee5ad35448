package import SensorSDK

/// Which sensors of one list claim to be others that were listed before; see ``Sensor/formerIDs``.
package struct FormerIDs: Sendable {
    /// Who each former id belongs to now; in the order in which a sensor names them.
    package private(set) var claims: [(former: SensorID, sensor: SensorID)] = []
    /// Former ids that are still in the list, with who claims them: whoever is listed is himself.
    package private(set) var stillListed: [(former: SensorID, sensor: SensorID)] = []
    /// Former ids that several sensors claim: none of them gets it.
    package private(set) var contested: [(former: SensorID, sensors: [SensorID])] = []

    package init(of sensors: [Sensor]) {
        let claiming = sensors.filter { !$0.formerIDs.isEmpty }
        if claiming.isEmpty { return }
        let listed = Set(sensors.map(\.id))
        var claimants: [SensorID: [SensorID]] = [:]
        for sensor in claiming {
            for former in Set(sensor.formerIDs) { claimants[former, default: []].append(sensor.id) }
        }
        for sensor in claiming {
            for former in sensor.formerIDs {
                if listed.contains(former) {
                    stillListed.append((former, sensor.id))
                } else if claimants[former]?.count == 1 {
                    claims.append((former, sensor.id))
                }
            }
        }
        contested = claimants.filter { $0.value.count > 1 && !listed.contains($0.key) }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
    }
}
