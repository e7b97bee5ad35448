import FoundationEssentials
import Shared
import TestSupport

@testable import Storage

/// A made-up machine's mounts, with what `statvfs` and udev say of them.
struct StorageMachine {
    let files = FakeFileTree()
    let volumes = FakeVolumes()
    let probes: FakeVolumeProbes
    let devices = FakeDeviceEvents()
    let clock = TestClock()

    init(_ mountinfo: String = "") {
        probes = FakeVolumeProbes(volumes)
        mount(mountinfo)
    }

    func mount(_ mountinfo: String) {
        files.write(mountinfo, to: "/proc/self/mountinfo")
        files.announce("/proc/self/mountinfo")
    }

    func enter(_ world: inout World) {
        world.files = files
        world.use(clock)
        world.volumes = volumes
        world.volumeProbes = probes
        world.deviceEvents = devices
    }

    /// 100 of 400 blocks of 1 KiB used, nothing reserved, unless the test says otherwise.
    func set(
        _ mountPoint: String,
        blockSize: UInt64 = 1024,
        blocks: UInt64 = 400,
        free: UInt64 = 300,
        available: UInt64 = 300,
        files: UInt64 = 10,
        freeFiles: UInt64 = 9
    ) {
        volumes.set(
            VolumeStatistics(
                blockSize: blockSize,
                blocks: blocks,
                freeBlocks: free,
                availableBlocks: available,
                files: files,
                freeFiles: freeFiles
            ),
            for: Array(mountPoint.utf8)
        )
    }
}

extension FakeDeviceEvents {
    private struct Entry: Decodable {
        var properties: [String: String]
        var removable: Bool

        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            removable = try container.decodeIfPresent(Int.self, forKey: Key(stringValue: "removable")) == 1
            properties = [:]
            for key in container.allKeys where key.stringValue != "removable" {
                properties[key.stringValue] = try container.decode(String.self, forKey: key)
            }
        }
    }

    /// Sets the block devices of a case's `blockdev.json`, by source or `major:minor`, as far as they are mounted.
    func load(blockdev json: [UInt8], mounts: [Mount], in files: FakeFileTree) throws {
        let entries = try JSONDecoder().decode([String: Entry].self, from: Data(json))
        files.remove("/sys/dev")
        set(
            mounts.compactMap { mount in
                let source = String(decoding: mount.source, as: UTF8.self)
                guard let entry = entries[source] ?? entries[mount.device] else { return nil }
                return device(mount, source, entry.properties, isRemovable: entry.removable, in: files)
            }
        )
    }

    private func device(
        _ mount: Mount,
        _ source: String,
        _ properties: [String: String],
        isRemovable: Bool,
        in files: FakeFileTree
    ) -> Device {
        let numbers = mount.device.split(separator: ":").map(String.init)
        let disk = "/devices/made/up/block/disk\(numbers[0])_\(numbers[1])"
        files.write(isRemovable ? "1\n" : "0\n", to: "/sys\(disk)/removable")
        files.addFolder("/sys\(disk)/partition")
        files.link("/sys/dev/block/\(mount.device)", to: "/sys\(disk)/partition")
        var all = properties
        all["MAJOR"] = numbers[0]
        all["MINOR"] = numbers[1]
        all["DEVNAME"] = source
        return Device(path: "\(disk)/partition", subsystem: "block", deviceType: "partition", properties: all)
    }
}
