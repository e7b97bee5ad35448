import Daemon
import SensorSDK

/// Sensors for a person: id, value, and where they are on.
struct SensorTable {
    private let sensors: [ListedSensor]

    init(_ sensors: [ListedSensor]) {
        self.sensors = sensors
    }

    func print() {
        guard !sensors.isEmpty else { return Console.out("no sensors") }
        let showsServers = sensors.contains { $0.servers != nil }
        var table = Table(header: ["ID", "VALUE", showsServers ? "ON" : "", "NAME"])
        for sensor in sensors {
            let reveals = sensor.sensitivity == .plain ? "" : " (reveals \(sensor.sensitivity.rawValue))"
            table.add([
                sensor.id.description, value(of: sensor), showsServers ? whereOn(sensor) : "", sensor.name + reveals,
            ])
        }
        for line in table.lines { Console.out(line) }
        notes()
    }

    private func value(of sensor: ListedSensor) -> String {
        guard let value = sensor.value else {
            return sensor.unavailable.map { "unavailable (\($0.rawValue))" } ?? "not enabled"
        }
        return Quantity.text(value, unit: sensor.unit)
    }

    private func whereOn(_ sensor: ListedSensor) -> String {
        let names = (sensor.servers ?? []).filter(\.enabled).map(\.name)
        return names.isEmpty ? "-" : names.joined(separator: ",")
    }

    private func notes() {
        for sensor in sensors {
            for server in sensor.servers ?? [] {
                if let note = server.note { Console.out("\(sensor.id) on \(server.name): \(note)") }
            }
        }
        let revealing = sensors.count { $0.sensitivity != .plain }
        if revealing > 0, sensors.contains(where: { $0.servers != nil }) {
            Console.out(
                revealing == 1
                    ? "1 of these reveals something about you and is enabled only by its full id"
                    : "\(revealing) of these reveal something about you and are enabled only by their full id"
            )
        }
    }
}
