package import SensorSDK

/// How often enabled sensors are read.
package enum Pace: Sendable, Hashable {
    /// As each sensor says.
    case usual
    /// As often as each source bears: ``Sensor/leastInterval``.
    case brisk
    /// All alike, below the sources' floors; for measuring the agent alone.
    case fixed(Duration)

    package func interval(of sensor: Sensor) -> Duration {
        switch self {
        case .usual: sensor.interval
        case .brisk: sensor.leastInterval
        case .fixed(let interval): interval
        }
    }
}
