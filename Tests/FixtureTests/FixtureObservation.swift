import SensorSDK
import TestSupport

/// What a family offered and read in one sample of a case.
struct FixtureObservation: Sendable {
    var sample: Int
    /// All that was offered so far, in this sample or an earlier one: what was offered once stays known.
    var sensors: [SensorID: Sensor]
    /// What is offered in this sample, in the family's order.
    var listed: [Sensor]
    /// One for each of ``sensors``.
    var readings: [Reading]
    /// The sensors that the case's words mean, as far as their device is there in this sample.
    var ids: [FixtureTarget: SensorID] = [:]

    func reading(_ id: SensorID) -> Reading? {
        readings.first { $0.sensor == id }
    }
}
