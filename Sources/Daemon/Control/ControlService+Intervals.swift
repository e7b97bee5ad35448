import SensorSDK
import Shared
import Store

/// How often the owner wants sensors to be read.
extension ControlService {
    /// - Parameter interval: `nil` for the family's own.
    func setInterval(_ interval: Duration?, of id: String) async throws -> IntervalReport {
        let matches = try await lookUp([id])
        guard let sensor = matches.first(where: { $0.match == .exactly })?.sensor else {
            throw ControlFailure(
                .usage,
                "give one sensor's whole id; '\(id.printable(limit: 60))' stands for \(matches.count)"
            )
        }
        let floor = max(sensor.leastInterval, .seconds(1))
        if let interval, interval < floor {
            throw ControlFailure(
                .usage,
                "\(sensor.id) takes no interval below \(ListedValue.number(floor / .seconds(1))) s: its source does not bear to be read "
                    + "more often"
            )
        }
        if let interval, interval > Self.longestInterval {
            throw ControlFailure(.usage, "an interval is at most one day")
        }
        try await store.setInterval(interval, of: sensor.id)
        try await collector.enablementsChanged()
        return IntervalReport(
            id: sensor.id,
            interval: self.interval(of: sensor, chosen: interval) / .seconds(1),
            chosen: interval != nil
        )
    }

    /// How often a sensor is read now.
    ///
    /// - Parameter chosen: What was chosen for this sensor.
    func interval(of sensor: Sensor, chosen: Duration?) -> Duration {
        configuration.pace.interval(of: sensor, chosen: settings.current.interval(of: sensor, chosen: chosen))
    }

    private static let longestInterval = Duration.seconds(86400)
}
