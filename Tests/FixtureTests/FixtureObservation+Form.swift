import SensorSDK
import TestSupport

extension FixtureObservation {
    /// What no family may do in any case, with the sensor that did it.
    var formComplaints: [String] {
        var complaints: [String] = []
        for (id, same) in Dictionary(grouping: listed, by: \.id) where same.count > 1 {
            complaints.append("\(id) is offered \(same.count) times")
        }
        let byID = Dictionary(grouping: readings, by: \.sensor)
        for id in sensors.keys where byID[id]?.count != 1 {
            complaints.append("\(id) was asked for once and answered \(byID[id]?.count ?? 0) times")
        }
        for reading in readings {
            guard let sensor = sensors[reading.sensor] else {
                complaints.append("\(reading.sensor) was answered and not asked for")
                continue
            }
            if let complaint = sensor.formComplaint(about: reading) { complaints.append("\(sensor.id) \(complaint)") }
        }
        return complaints
    }
}
