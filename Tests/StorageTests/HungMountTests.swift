import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Storage

@Suite struct HungMountTests {
    @Test("D13, promise 7, no harm: a network mount that hangs is not asked unless its owner named it")
    func hungNetworkMount() async throws {
        let fixture = try FixtureCase.adopted("storage", "S06-hung-network-mount")
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
