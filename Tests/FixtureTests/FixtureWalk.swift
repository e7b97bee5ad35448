import SensorSDK
import Shared
import TestSupport

/// Lets a family list and read the machine of a case in each sample, and compares with what is expected.
struct FixtureWalk {
    private let fixture: FixtureCase
    private let door: any FixtureDoor
    /// What the case calls by `device/reading`, in any of its keys.
    private let targets: Set<FixtureTarget>

    /// - Throws: `FixtureCase.Failure` for a key that can't be understood.
    private init(_ fixture: FixtureCase, _ door: any FixtureDoor) throws {
        self.fixture = fixture
        self.door = door
        let titles =
            (fixture.sameIDAcrossSamples ?? []) + (fixture.sameIDPairs ?? []).flatMap(\.self)
            + (fixture.exactlyOnePer ?? []) + fixture.titlesOfIDPatterns
        let named = try titles.map { title in
            guard let target = fixture.target(of: title)?.target else {
                throw FixtureCase.Failure(description: "\(fixture.id): '\(title)' is no device/reading")
            }
            return target
        }
        targets = Set(named).union(fixture.expect.compactMap(\.target))
    }

    /// - Returns: What is not as the case wants it; empty when all is.
    static func complaints(_ fixture: FixtureCase, _ door: any FixtureDoor) async throws -> [String] {
        let walk = try FixtureWalk(fixture, door)
        return try await walk.inItsWorld {
            let start = ContinuousClock.now
            var complaints: [String] = []
            var ids: [FixtureTarget: SensorID] = [:]
            let everySample = try await walk.samples { seen in
                ids.merge(seen.ids) { $1 }
                complaints += FixtureCheck(fixture, seen, ids: ids).complaints.map { "sample \(seen.sample): \($0)" }
            }
            complaints += FixtureIdentity(fixture, everySample).complaints
            complaints += try await door.complaints(after: everySample)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            if let most = fixture.limits?["total_seconds"], seconds > most {
                complaints.append("took \(seconds) s of at most \(most) s")
            }
            return complaints
        }
    }

    /// Only lets somebody look at each sample.
    ///
    /// - Parameter observer: Called in the case's world after each sample was read.
    static func observe(
        _ fixture: FixtureCase,
        _ door: any FixtureDoor,
        observer: (FixtureObservation) async throws -> Void
    ) async throws {
        let walk = try FixtureWalk(fixture, door)
        try await walk.inItsWorld { _ = try await walk.samples(observer) }
    }

    private func inItsWorld<Result>(_ operation: () async throws -> Result) async throws -> Result {
        var world = World.fake()
        try door.enter(&world)
        return try await inWorld {
            $0 = world
        } operation: {
            try await operation()
        }
    }

    private func samples(_ observer: (FixtureObservation) async throws -> Void) async throws -> [FixtureObservation] {
        var everySample: [FixtureObservation] = []
        var sensors: [SensorID: Sensor] = [:]
        for sample in 0..<fixture.sampleCount {
            try door.show(sample: sample)
            door.look(true)
            let listed = try await door.provider.sensors()
            // Before a read takes turns: what tells the devices apart is to fail as it did for the list.
            let ids = try door.ids(of: targets)
            door.look(false)
            for sensor in listed { sensors[sensor.id] = sensor }
            let readings = await door.provider.read(Set(sensors.keys))
            var seen = FixtureObservation(sample: sample, sensors: sensors, listed: listed, readings: readings)
            seen.ids = ids
            try await observer(seen)
            everySample.append(seen)
        }
        return everySample
    }
}

extension FixtureCase {
    fileprivate var titlesOfIDPatterns: [String] {
        if case .some(let patterns)? = idPattern { Array(patterns.keys) } else { [] }
    }
}
