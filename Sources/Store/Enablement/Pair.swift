import SensorSDK
import Shared

/// All that is known of one sensor on one server.
struct Pair {
    /// `nil`: it is off.
    var enablement: Enablement?
    var registration: StoredRegistration?

    /// Whether states and events of a sensor that is described so may go to the server.
    func mayReport(_ sensor: Sensor?) -> Bool {
        guard let enablement, !enablement.isDisabledByServer, let sensor else { return false }
        return enablement.accepted.covers(sensor)
    }

    /// The same of one state: that there is no value any more goes to a server that has one, also of a sensor that has become
    /// another than its owner accepted.
    func mayReport(_ sensor: Sensor?, _ outcome: Reading.Outcome) -> Bool {
        if mayReport(sensor) { return true }
        guard let enablement, !enablement.isDisabledByServer, sensor != nil, registration?.told == true,
            case .unavailable = outcome
        else { return false }
        return true
    }

    func mayReport(_ sensor: Sensor?, _ content: HistoryItem.Content) -> Bool {
        guard case .reading(let reading) = content else { return mayReport(sensor) }
        return mayReport(sensor, reading.outcome)
    }

    /// What the server is to be told of the sensor.
    func order(for sensor: Sensor?) -> RegistrationOrder? {
        let isCovered = sensor.map { enablement?.accepted.covers($0) ?? false } ?? false
        return registration?.order(
            for: isCovered ? sensor : nil,
            isDisabledByServer: enablement?.isDisabledByServer ?? false
        )
    }
}
