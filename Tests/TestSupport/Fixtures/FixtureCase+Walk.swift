package import SensorSDK
package import Shared
import Testing

extension FixtureCase {
    /// Lets a family list and read the machine of this case in each sample, and compares with what is expected.
    ///
    /// - Parameters:
    ///   - provider: Made once and kept through all samples; `Current` is the case's world while it is asked.
    ///   - world: Adds to the case's world what the family needs beyond files, devices, addresses and clock.
    ///   - prepare: Called in the case's world, after the machine looks as in that sample and before it is read.
    ///   - id: The sensor that an expectation means, found in the family's own way; `nil` when the machine does not have its
    ///     device now (the id of an earlier sample is then taken). Called in the case's world.
    /// - Returns: What was seen in each sample.
    @discardableResult
    package func walk(
        _ provider: any SensorProvider,
        world: (inout World) throws -> Void = { _ in },
        prepare: (FixtureMachine, Int) throws -> Void = { _, _ in },
        id: (FixtureExpectation, FixtureObservation) throws -> SensorID?
    ) async throws -> [FixtureObservation] {
        let machine = FixtureMachine(self)
        var world = try fakeWorld(world)
        machine.enter(&world)
        return try await inWorld {
            $0 = world
        } operation: {
            var sensors: [SensorID: Sensor] = [:]
            var ids: [String: SensorID] = [:]
            var everySample: [FixtureObservation] = []
            for sample in 0..<sampleCount {
                try machine.show(sample: sample)
                try prepare(machine, sample)
                let listed = try await provider.sensors()
                for sensor in listed { sensors[sensor.id] = sensor }
                let readings = await provider.read(Set(sensors.keys))
                let seen = FixtureObservation(sample: sample, sensors: sensors, listed: listed, readings: readings)
                try check(seen) { expectation in
                    guard let found = try id(expectation, seen) else { return ids[expectation.title] }
                    if sameIDAcrossSamples?.contains(expectation.title) == true, let before = ids[expectation.title] {
                        #expect(found == before, "\(self.id): \(expectation.title) changed its id")
                    }
                    ids[expectation.title] = found
                    return found
                }
                everySample.append(seen)
            }
            for title in sameIDAcrossSamples ?? [] {
                #expect(ids[title] != nil, "\(self.id): \(title) has no id")
            }
            return everySample
        }
    }

    private func fakeWorld(_ change: (inout World) throws -> Void) throws -> World {
        var world = World.fake()
        try change(&world)
        return world
    }
}
