import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Storage

@Suite struct StorageFixtureTests {
    static let cases = Result { try FixtureCase.all(of: "storage") }

    @Test(
        "each recorded mount table gives the volumes that people know, with the numbers of df",
        arguments: try cases.get()
    )
    func recordedMachine(_ fixture: FixtureCase) async throws {
        let named = Set(fixture.expect.filter { $0.enabledByUser == true }.compactMap(\.device))
        let context = ProviderContext.test(namedSources: named.sorted())
        let volumes = FakeVolumes()
        let hanging = try volumes.load(statvfs: fixture.bytes(of: "statvfs.json"))
        let probes = FakeVolumeProbes(volumes, hanging: hanging)

        let seen = try await fixture.walk(StorageProvider(context: context)) {
            $0.volumes = volumes
            $0.volumeProbes = probes
        } prepare: { machine, _ in
            guard fixture.files.contains("blockdev.json") else { return }
            try machine.devices.load(
                blockdev: fixture.bytes(of: "blockdev.json"),
                mounts: try MountInfo.current().mounts,
                in: machine.files
            )
        } id: { expectation, _ in
            try Self.id(expectation, context)
        }

        let forbidden = (fixture.mustNotStatvfs ?? []).map { Array($0.utf8) }
        #expect((volumes.asked + probes.asked).allSatisfy { !forbidden.contains($0) })
        #expect(volumes.asked.allSatisfy { !hanging.contains($0) })
        #expect(!volumes.asked.isEmpty)
        for title in fixture.exactlyOnePer ?? [] {
            let expectation = try #require(fixture.expect.first { $0.title == title })
            let name = "\(expectation.device ?? "") \(expectation.reading ?? "")"
            #expect(seen.allSatisfy { $0.listed.count { $0.name == name } == 1 })
        }
    }

    /// The id of a mount point's reading as the machine in force offers it.
    private static func id(_ expectation: FixtureExpectation, _ context: ProviderContext) throws -> SensorID? {
        let mountPoint = Array((expectation.device ?? "").utf8)
        let volumes = Volume.all(in: try MountInfo.current(), things: ThingNames(), context: context)
        guard let volume = volumes.first(where: { $0.mount.mountPoint == mountPoint }),
            let reading = VolumeReading(rawValue: expectation.reading ?? "")
        else { return nil }
        return try volume.id(reading)
    }

    @Test("promise 7, no harm: a network mount that hangs is not asked unless its owner named it")
    func hungNetworkMount() async throws {
        let fixture = try #require(try Self.cases.get().first { $0.id == "S06-hung-network-mount" })
        let machine = StorageMachine(String(decoding: try fixture.bytes(of: "mountinfo"), as: UTF8.self))
        try machine.volumes.load(statvfs: fixture.bytes(of: "statvfs.json"))
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test())
            let ids = Set(try await provider.sensors().map(\.id))
            #expect(Set(ids.map(\.thing)) == ["root", "home"])
            let nas = try SensorID("storage.mnt_nas.used_percent")
            let readings = await provider.read(ids.union([nas]))
            #expect(readings.first { $0.sensor == nas }?.outcome == .unavailable(.notPresent))
            #expect(!machine.volumes.asked.contains(Array("/mnt/nas".utf8)) && machine.probes.asked.isEmpty)
        }
    }
}
