import SensorSDK
import Shared
import TestSupport

@testable import Storage

struct StorageDoor: FixtureDoor {
    let provider: any SensorProvider
    let machine: FixtureMachine
    private let fixture: FixtureCase
    private let volumes = FakeVolumes()
    private let probes: FakeVolumeProbes
    private let context: ProviderContext
    /// Remembers as the provider does.
    private let things = ThingNames()

    init(_ fixture: FixtureCase) {
        self.fixture = fixture
        machine = FixtureMachine(fixture)
        probes = FakeVolumeProbes(volumes)
        let named = Set(fixture.expect.filter { $0.enabledByUser == true }.compactMap(\.device))
        context = .test(namedSources: named.sorted())
        provider = StorageProvider(context: context)
    }

    func enter(_ world: inout World) {
        machine.enter(&world)
        world.volumes = volumes
        world.volumeProbes = probes
    }

    func show(sample: Int) throws {
        try machine.show(sample: sample)
        if let json = try fixture.input(.volumes, sample: sample) {
            for path in volumes.hanging { probes.letGo(path) }
            try volumes.load(statvfs: json)
            for path in volumes.hanging { probes.hang(path) }
        }
        if let json = try fixture.input(.disks, sample: sample) {
            try FixtureDisks(json).show(on: machine, mounts: try MountInfo.current().mounts)
        }
    }

    func look(_ isLooking: Bool) {
        machine.files.isPeeking = isLooking
    }

    func fail(_ isFailing: Bool) {
        machine.files.isFaultless = !isFailing
    }

    func ids(of targets: Set<FixtureTarget>) throws -> [FixtureTarget: SensorID] {
        let all = Volume.all(in: try MountInfo.current(), things: things, context: context)
        var ids: [FixtureTarget: SensorID] = [:]
        for target in targets {
            guard let reading = VolumeReading(rawValue: target.reading),
                let volume = all.first(where: { $0.mount.mountPoint.isCalled(target.device) })
            else { continue }
            ids[target] = try volume.id(reading)
        }
        return ids
    }

    func complaints(after seen: [FixtureObservation]) async throws -> [String] {
        // What hangs may only be asked outside of this process.
        let forbidden = (fixture.mustNotStatvfs ?? []).map { Array($0.utf8) }
        let asked = (volumes.asked + probes.asked).filter(forbidden.contains) + volumes.asked.filter(volumes.isHanging)
        var complaints = Set(asked).map { "\(String(decoding: $0, as: UTF8.self)) was asked" }
        // Nobody gets what must be named without naming it.
        let unnamed = Set(try await StorageProvider(context: .test()).sensors().map(\.id))
        for target in Set(fixture.expect.filter { $0.enabledByUser == true }.compactMap(\.target)) {
            guard let id = seen.last?.ids[target], unnamed.contains(id) else { continue }
            complaints.append("\(target) is offered although nobody named it")
        }
        return complaints
    }
}

extension [UInt8] {
    /// Whether a case means this path: in its bytes, or, where they are no UTF-8, with replacement characters or as
    /// hexadecimal digits.
    fileprivate func isCalled(_ name: String) -> Bool {
        elementsEqual(name.utf8) || String(decoding: self, as: UTF8.self) == name || hexadecimal == name.lowercased()
    }
}
