package import SensorSDK

/// What a family offered and read in one sample of a case.
package struct FixtureObservation: Sendable {
    package var sample: Int
    /// All that was offered so far, in this sample or an earlier one: what was offered once stays known.
    package var sensors: [SensorID: Sensor]
    /// What is offered in this sample, in the family's order.
    package var listed: [Sensor]
    /// One for each of ``sensors``.
    package var readings: [Reading]

    package func reading(_ id: SensorID) -> Reading? {
        readings.first { $0.sensor == id }
    }
}
