import SensorSDK
import Shared
import TestSupport

/// How the cases of one provider are put in front of its family, and how their words are found among its sensors.
protocol FixtureDoor {
    /// Made once and kept through all samples.
    var provider: any SensorProvider { get }

    /// Puts the case's machine into the world in which all else here is called.
    func enter(_ world: inout World) throws

    /// Makes the machine look as in that sample; called for each, in order.
    func show(sample: Int) throws

    /// Says that what follows is no reading: the turns of `read_errors` stay where they are.
    func look(_ isLooking: Bool)

    /// Lets the reads of `read_errors` fail, or not.
    func fail(_ isFailing: Bool)

    /// The sensor that the case's words mean, by the family's own recipe; `nil` when its device is not there now. Asked
    /// once for each sample.
    func ids(of targets: Set<FixtureTarget>) throws -> [FixtureTarget: SensorID]

    /// What else the family did wrong, once all samples were read.
    func complaints(after seen: [FixtureObservation]) async throws -> [String]
}

extension FixtureDoor {
    func look(_ isLooking: Bool) {}
    func fail(_ isFailing: Bool) {}
    func complaints(after seen: [FixtureObservation]) async throws -> [String] { [] }
}
