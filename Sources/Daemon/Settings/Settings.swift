import SensorSDK
package import Shared
package import Store

/// What the administrator set; each value holds from the moment at which the daemon takes it over.
package struct Settings: Sendable, Hashable {
    /// What is less than this is not logged.
    package var logLevel = LogPriority.info
    /// How often the sensors of a family are read where nobody chose for the sensor itself; by family.
    package var intervals: [String: Duration] = [:]
    /// How much may wait for a server.
    package var queue = QueueBounds()
    /// How long events wait after a server was away.
    package var settleTime = Duration.seconds(60)

    package init() {}

    /// How often a sensor is to be read, as far as anybody but its family said so.
    ///
    /// - Parameter chosen: What was chosen for this sensor.
    func interval(of sensor: Sensor, chosen: Duration?) -> Duration? {
        chosen ?? intervals[sensor.id.family]
    }
}
