/// What one sensor said at one moment: a value, or why it has none.
public struct Reading: Sendable, Hashable {
    /// A value or the reason for its absence; a failed read never becomes a number.
    public enum Outcome: Sendable, Hashable {
        case value(SensorValue)
        case unavailable(UnavailableReason)
    }

    public var sensor: SensorID
    public var outcome: Outcome
    /// Only names that the ``Sensor`` declares; empty while unavailable.
    public var attributes: [String: SensorValue]
    public var time: Instant

    public init(
        _ sensor: SensorID,
        _ outcome: Outcome,
        attributes: [String: SensorValue] = [:],
        at time: Instant
    ) {
        self.sensor = sensor
        self.outcome = outcome
        self.attributes = attributes
        self.time = time
    }
}
