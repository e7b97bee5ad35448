import FoundationEssentials
import Live
import SensorSDK
import Shared
import Storage
import TestSupport
import Testing

/// Over file systems in loop devices.
extension MountsTests {
    private struct Listing: Decodable {
        struct Listed: Decodable {
            var id: SensorID
            var device: String
            var value: Double?
            var unavailable: String?

            private enum CodingKeys: String, CodingKey { case id, device, value, unavailable }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                id = try container.decode(SensorID.self, forKey: .id)
                device = try container.decode(String.self, forKey: .device)
                // Flags and texts are nobody's concern here.
                value = try? container.decodeIfPresent(Double.self, forKey: .value)
                unavailable = try container.decodeIfPresent(String.self, forKey: .unavailable)
            }
        }
        var sensors: [Listed]
    }

    private static func world(_ world: inout World) {
        world = .live(log: RecordedLog())
        world.volumeProbes = LiveVolumeProbes(program: BuiltProgram.agent, limit: .seconds(60))
    }

    /// What the built program reads of this machine's storage.
    private func listing(under prefix: [String] = []) async throws -> Listing {
        let output = try await ChildProgram.run(
            prefix + [BuiltProgram.agent, "sensors", "read", "--all", "--json", "--root", "/"]
        )
        try #require(output.status == 0, "\(output.standardError)")
        return try JSONDecoder().decode(Listing.self, from: Data(output.standardOutput.utf8))
    }

    @Test(
        "D14, D17: a mount below a folder that the agent may not enter is unavailable for that reason, and its neighbours are read",
        .enabled(if: LoopDisk.isPossible, "there are no loop devices")
    )
    func forbidden() async throws {
        // 0700 and another user's, seen by the one that asks.
        let folder = try TemporaryFolder()
        let disk = try await LoopDisk.ext4(in: folder.path, name: "disk")
        let seen = try await listing(under: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]).sensors
        let hidden = seen.filter { $0.device == disk.mountPoint && $0.id.reading == "used_percent" }
        #expect(hidden.map(\.unavailable) == ["permission"])
        let root = seen.first { $0.id.description == "storage.root.used_percent" }
        #expect(root?.value != nil)
        try await disk.unmount()
    }

    @Test(
        "D15: a file system that is bound onto itself, or mounted twice, is one sensor",
        .enabled(if: LoopDisk.isPossible, "there are no loop devices")
    )
    func boundOntoItself() async throws {
        let folder = try TemporaryFolder()
        let disk = try await LoopDisk.ext4(in: folder.path, name: "disk")
        try await inWorld(Self.world) {
            let provider = StorageProvider(context: .test())
            let before = Set(try await provider.sensors().map(\.id))
            try await LoopDisk.run("mount", "--bind", disk.mountPoint, disk.mountPoint)
            try await LoopDisk.run("mkdir", "\(folder.path)/elsewhere")
            try await LoopDisk.run("mount", "--bind", disk.mountPoint, "\(folder.path)/elsewhere")
            let sensors = try await provider.sensors()
            #expect(Set(sensors.map(\.id)) == before)
            let totals = sensors.filter { $0.device == disk.mountPoint && $0.id.reading == "total" }
            #expect(totals.count == 1)
            let reading = await provider.read(Set(totals.map(\.id))).first
            guard case .value? = reading?.outcome else {
                Issue.record("\(String(describing: reading?.outcome))")
                return
            }
        }
        try await LoopDisk.run("umount", "\(folder.path)/elsewhere")
        try await disk.unmount()
        try await disk.unmount()
    }

    @Test(
        "D16: a squashfs and an overlay are offered once they are named, and only then",
        .enabled(if: LoopDisk.isPossible, "there are no loop devices")
    )
    func images() async throws {
        let folder = try TemporaryFolder()
        for name in ["content", "lower", "upper", "work", "overlay"] {
            try await LoopDisk.run("mkdir", "\(folder.path)/\(name)")
        }
        let image = try await LoopDisk(in: folder.path, name: "image") {
            ["mksquashfs", "\(folder.path)/content", $0, "-noappend", "-quiet"]
        }
        let overlay = "\(folder.path)/overlay"
        let layers = ["lowerdir=lower", "upperdir=upper", "workdir=work"].map {
            $0.replacing("=", with: "=\(folder.path)/")
        }
        try await LoopDisk.run("mount", "-t", "overlay", "none", "-o", layers.joined(separator: ","), overlay)
        try await inWorld(Self.world) {
            let plain = try await StorageProvider(context: .test()).sensors().map(\.device)
            #expect(!plain.contains(image.mountPoint) && !plain.contains(overlay))
            let provider = StorageProvider(context: .test(namedSources: [image.mountPoint, overlay]))
            let used = try await provider.sensors().filter { $0.id.reading == "used_percent" }
            let named = used.filter { [image.mountPoint, overlay].contains($0.device) }
            #expect(named.count == 2)
            for reading in await provider.read(Set(named.map(\.id))) {
                if case .unavailable(let reason) = reading.outcome { Issue.record("\(reading.sensor): \(reason)") }
            }
        }
        try await LoopDisk.run("umount", overlay)
        try await image.unmount()
    }

    @Test(
        "D17: a file system that a sandbox hides is not there, and the others are read",
        .enabled(if: LoopDisk.isPossible, "there are no loop devices")
    )
    func hiddenBySandbox() async throws {
        let folder = try TemporaryFolder()
        try await LoopDisk.run("mkdir", "\(folder.path)/home")
        let disk = try await LoopDisk.ext4(in: "\(folder.path)/home", name: "disk")
        try await inWorld(Self.world) {
            let provider = StorageProvider(context: .test())
            let sensors = try await provider.sensors().filter { $0.device == disk.mountPoint }
            let ids = Set(sensors.filter { $0.id.reading == "total" }.map(\.id) + [try SensorID("storage.root.total")])
            #expect(ids.count == 2)
            // As ProtectHome=tmpfs does it.
            try await LoopDisk.run("mount", "-t", "tmpfs", "none", "\(folder.path)/home")
            for reading in await provider.read(ids) {
                switch reading.outcome {
                case .value: #expect(reading.sensor.thing == "root")
                case .unavailable(let reason): #expect(reason == .notPresent && reading.sensor.thing != "root")
                }
            }
            try await LoopDisk.run("umount", "\(folder.path)/home")
        }
        try await disk.unmount()
    }

    @Test(
        "sizes are those of df; its percentage is ours, rounded up",
        .enabled(if: LoopDisk.isPossible, "there are no loop devices")
    )
    func sameAsDf() async throws {
        let folder = try TemporaryFolder()
        let disk = try await LoopDisk.ext4(in: folder.path, name: "disk")
        try await LoopDisk.run("dd", "if=/dev/zero", "of=\(disk.mountPoint)/file", "bs=1M", "count=7", "status=none")
        try await LoopDisk.run("sync", "-f", disk.mountPoint)
        try await LoopDisk.run("mkdir", "\(folder.path)/memory")
        let memory = "\(folder.path)/memory"
        try await LoopDisk.run("mount", "-t", "tmpfs", "-o", "size=10M", "none", memory)
        try await LoopDisk.run("dd", "if=/dev/zero", "of=\(memory)/file", "bs=1M", "count=3", "status=none")
        for mountPoint in [disk.mountPoint, memory] {
            let output = try await ChildProgram.run([
                "df", "-B1", "--output=size,used,avail,pcent,itotal,iused", mountPoint,
            ])
            let line = output.standardOutput.split(separator: "\n").last ?? ""
            let theirs = line.split(separator: " ").compactMap { Double($0.filter(\.isNumber)) }
            try #require(theirs.count == 6, "\(output)")
            let ours = try await values(of: mountPoint)
            #expect([ours["total"], ours["used"], ours["available"]] == [theirs[0], theirs[1], theirs[2]])
            // df rounds up, so that nothing that is used looks like 0; a tenth of a percent says more.
            let share = 100 * theirs[1] / (theirs[1] + theirs[2])
            #expect(theirs[3] == share.rounded(.up))
            #expect(abs((ours["used_percent"] ?? -1) - share) <= 0.05)
            #expect(abs((ours["inodes_used_percent"] ?? -1) - 100 * theirs[5] / theirs[4]) <= 0.05)
        }
        try await LoopDisk.run("umount", memory)
        try await disk.unmount()
    }

    /// By the end of the id.
    private func values(of mountPoint: String) async throws -> [String: Double] {
        try await inWorld(Self.world) {
            let provider = StorageProvider(context: .test(namedSources: [mountPoint]))
            let ids = Set(try await provider.sensors().filter { $0.device == mountPoint }.map(\.id))
            var values: [String: Double] = [:]
            for reading in await provider.read(ids) {
                switch reading.outcome {
                case .value(.number(let number)): values[reading.sensor.reading] = number
                case .value(.integer(let number)): values[reading.sensor.reading] = Double(number)
                default: continue
                }
            }
            return values
        }
    }
}
