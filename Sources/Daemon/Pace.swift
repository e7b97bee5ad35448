package import SensorSDK

/// How often enabled sensors are read.
package enum Pace: Sendable, Hashable {
    /// As each sensor says, or its owner.
    case usual
    /// As often as each source bears: ``Sensor/leastInterval``.
    case brisk
    /// All alike, below the sources' floors; for measuring the agent alone.
    case fixed(Duration)

    /// - Parameter chosen: What the owner wants for this sensor, if anything; never below the source's floor.
    package func interval(of sensor: Sensor, chosen: Duration? = nil) -> Duration {
        switch self {
        case .usual: chosen.map { max($0, sensor.leastInterval) } ?? sensor.interval
        case .brisk: sensor.leastInterval
        case .fixed(let interval): interval
        }
    }
}
