import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Storage

@Suite struct StorageProviderTests {
    private let root = "25 1 8:2 / / rw - ext4 /dev/sda2 rw\n"

    private func things(_ machine: StorageMachine, named: [String] = []) async throws -> [String] {
        try await inWorld(machine.enter) {
            try await StorageProvider(context: .test(namedSources: named)).sensors()
                .filter { $0.id.reading == "used_percent" }.map(\.id.thing)
        }
    }

    @Test("D14: a mount that may not be looked at is unavailable with its reason, and its neighbours are read")
    func permission() async throws {
        let machine = StorageMachine(root + "26 25 8:3 / /private rw - ext4 /dev/sda3 rw\n")
        machine.set("/")
        machine.volumes.fail(Array("/private".utf8), with: EACCES)
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test())
            let sensors = try await provider.sensors()
            let readings = await provider.read(Set(sensors.map(\.id)))
            let outcomes = Dictionary(uniqueKeysWithValues: readings.map { ($0.sensor.description, $0.outcome) })
            #expect(outcomes["storage.private.used_percent"] == .unavailable(.permission))
            #expect(outcomes["storage.private.total"] == .unavailable(.permission))
            #expect(outcomes["storage.private.read_only"] == .value(.flag(false)))
            #expect(outcomes["storage.root.used_percent"] == .value(.number(25)))
        }
    }

    @Test("a stale mount is an input/output error, one that went away between listing and reading is not present")
    func errors() async throws {
        let machine = StorageMachine(root + "26 25 8:3 / /data rw - ext4 /dev/sda3 rw\n")
        machine.volumes.fail(Array("/".utf8), with: ESTALE)
        machine.volumes.fail(Array("/data".utf8), with: ENOENT)
        try await inWorld(machine.enter) {
            let ids = [try SensorID("storage.root.total"), try SensorID("storage.data.total")]
            let readings = await StorageProvider(context: .test()).read(Set(ids))
            #expect(readings.first { $0.sensor == ids[0] }?.outcome == .unavailable(.inputOutput))
            #expect(readings.first { $0.sensor == ids[1] }?.outcome == .unavailable(.notPresent))
        }
    }

    @Test("while the mount table can't be read every sensor says why, and no list is made up")
    func noMountTable() async throws {
        let machine = StorageMachine(root)
        machine.files.fail("/proc/self/mountinfo", with: EACCES)
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test())
            let id = try SensorID("storage.root.total")
            #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.permission)])
            await #expect(throws: FileError.self) { try await provider.sensors() }
        }
    }

    @Test("only what was asked for is read, and a flag alone asks no file system")
    func readsOnlyWhatIsAskedFor() async throws {
        let machine = StorageMachine(root + "26 25 8:3 / /data rw - ext4 /dev/sda3 rw\n")
        machine.set("/")
        machine.set("/data")
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test())
            _ = await provider.read([try SensorID("storage.root.read_only")])
            #expect(machine.volumes.asked.isEmpty)
            _ = await provider.read([try SensorID("storage.data.total"), try SensorID("storage.data.used")])
            #expect(machine.volumes.asked == [Array("/data".utf8)])
        }
    }

    @Test("/ and a mount at /root are two sensors")
    func slashAndRoot() async throws {
        let things = try await things(StorageMachine(root + "26 25 8:3 / /root rw - ext4 /dev/sda3 rw\n"))
        #expect(things == ["root", "root_94a6b4"])
    }

    @Test("D15: a file system that is bound onto itself is one sensor")
    func boundOntoItself() async throws {
        let line = "25 8:3 / /data rw - ext4 /dev/sda3 rw\n"
        #expect(try await things(StorageMachine(root + "26 " + line + "27 " + line)) == ["root", "data"])
    }

    @Test("/ is offered whatever it is, and by that name even where it shows only a part of its disk")
    func rootIsAlwaysOffered() async throws {
        let overlay = StorageMachine("25 1 0:50 / / rw - overlay overlay rw\n26 25 0:51 / /x rw - overlay overlay rw\n")
        #expect(try await things(overlay) == ["root"])
        let part = StorageMachine(
            "25 1 8:2 /deploy/1 / rw - ext4 /dev/sda2 rw\n26 25 8:2 / /sysroot rw - ext4 /dev/sda2 rw\n"
        )
        #expect(try await things(part) == ["root"])
    }

    @Test("each dataset of a zfs pool is a volume, though all share their disks")
    func datasets() async throws {
        let machine = StorageMachine(
            """
            25 1 0:30 / / rw - zfs rpool/root rw
            26 25 0:31 / /srv rw - zfs rpool/srv rw
            27 25 0:31 / /again rw - zfs rpool/srv rw
            """
        )
        #expect(try await things(machine) == ["root", "srv"])
    }

    @Test(
        "what may hang or is no storage is offered only when it was named, and what may hang is never asked in process",
        arguments: [
            ("0:60", "nfs4", true), ("0:60", "cifs", true), ("0:60", "9p", true), ("0:60", "ceph", true),
            ("0:60", "fuse.sshfs", true), ("0:60", "fuse", true),
            ("0:60", "newnetfs", true), ("8:9", "gfs2", true), ("8:9", "ocfs2", true), ("0:60", "overlay", true),
            ("0:60", "tmpfs", false), ("7:3", "squashfs", false),
            ("11:0", "iso9660", false),
        ]
    )
    func offeredWhenNamed(device: String, type: String, mayHang: Bool) async throws {
        let machine = StorageMachine(root + "26 25 \(device) / /mnt/x rw - \(type) source rw\n")
        let mountPoint = Array("/mnt/x".utf8)
        machine.set("/mnt/x")
        #expect(try await things(machine) == ["root"])
        #expect(!machine.volumes.asked.contains(mountPoint) && machine.probes.asked.isEmpty)
        #expect(try await things(machine, named: ["/mnt/x"]) == ["root", "mnt_x"])
        // Once, by a helper: whether it counts inodes.
        #expect(machine.probes.asked == (mayHang ? [mountPoint] : []))
        try await inWorld(machine.enter) {
            let id = try SensorID("storage.mnt_x.used_percent")
            let provider = StorageProvider(context: .test(namedSources: ["/mnt/x"]))
            #expect(await provider.read([id]).map(\.outcome) == [.value(.number(25))])
        }
        #expect(machine.volumes.asked.contains(mountPoint) == !mayHang)
        #expect(machine.probes.asked == (mayHang ? [mountPoint, mountPoint] : []))
    }

    @Test(
        "a file system on a disk that a daemon answers for, or that nobody thought of, is offered, and asked by a helper alone",
        arguments: ["fuseblk", "newfs"]
    )
    func diskFileSystemThatMayHang(type: String) async throws {
        let machine = StorageMachine(root + "26 25 8:9 / /mnt/x rw - \(type) /dev/sdb1 rw\n")
        machine.set("/mnt/x")
        #expect(try await things(machine) == ["root", "mnt_x"])
        #expect(!machine.volumes.asked.contains(Array("/mnt/x".utf8)))
        #expect(!machine.probes.asked.isEmpty)
    }

    @Test("a file system that is mounted where another was, under its number, does not get the other one's sizes")
    func reusedNumber() async throws {
        let base = "25 1 8:2 / / rw - ext4 /dev/sda2 rw\n51 25 0:46 / /auto rw - autofs systemd-1 rw\n"
        let machine = StorageMachine(base + "52 51 8:65 / /auto/jane rw - ext4 /dev/sde1 rw\n")
        machine.set("/auto/jane")
        machine.set("/auto/bob", free: 100)
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test())
            let jane = try SensorID("storage.auto_jane.used_percent")
            #expect(await provider.read([jane]).map(\.outcome) == [.value(.number(25))])
            machine.mount(base + "52 51 8:81 / /auto/bob rw - ext4 /dev/sdf1 rw\n")
            let bob = try SensorID("storage.auto_bob.used_percent")
            #expect(await provider.read([bob]).map(\.outcome) == [.value(.number(50))])
        }
    }

    @Test("an automount point with nothing on it is neither offered nor asked, even when it was named")
    func automountPoint() async throws {
        let machine = StorageMachine(root + "26 25 0:44 / /mnt/x rw - autofs systemd-1 rw\n")
        #expect(try await things(machine, named: ["/mnt/x"]) == ["root"])
        try await inWorld(machine.enter) {
            let id = try SensorID("storage.mnt_x.used_percent")
            let readings = await StorageProvider(context: .test(namedSources: ["/mnt/x"])).read([id])
            #expect(readings.map(\.outcome) == [.unavailable(.notPresent)])
        }
        #expect(!machine.volumes.asked.contains(Array("/mnt/x".utf8)) && machine.probes.asked.isEmpty)
    }

    @Test(
        "D13: a named mount that hangs is late alone, its read-only flag is told all the same, and it recovers by itself"
    )
    func hanging() async throws {
        let machine = StorageMachine(
            root + "26 25 0:60 / /mnt/a rw - nfs4 a:/ ro\n27 25 0:61 / /mnt/b rw - nfs4 b:/ rw\n"
        )
        for mountPoint in ["/", "/mnt/a", "/mnt/b"] { machine.set(mountPoint) }
        machine.probes.hang(Array("/mnt/a".utf8))
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test(namedSources: ["/mnt/a", "/mnt/b"]))
            let ids = Set(try await provider.sensors().map(\.id))
            let least = try await provider.sensors().filter { $0.id.thing == "mnt_a" }.map(\.leastInterval)
            #expect(Set(least) == [.seconds(300)])
            var outcomes = Dictionary(
                uniqueKeysWithValues: await provider.read(ids).map { ($0.sensor.description, $0.outcome) }
            )
            #expect(outcomes["storage.mnt_a.used_percent"] == .unavailable(.timeout))
            #expect(outcomes["storage.mnt_a.read_only"] == .value(.flag(true)))
            #expect(outcomes["storage.mnt_b.used_percent"] == .value(.number(25)))
            #expect(outcomes["storage.root.used_percent"] == .value(.number(25)))
            machine.probes.letGo(Array("/mnt/a".utf8))
            outcomes = Dictionary(
                uniqueKeysWithValues: await provider.read(ids).map { ($0.sensor.description, $0.outcome) }
            )
            #expect(outcomes["storage.mnt_a.used_percent"] == .value(.number(25)))
        }
    }

    @Test("D16: loop devices below /snap are images, elsewhere they are disks")
    func loopDevices() async throws {
        let machine = StorageMachine(
            root + "26 25 7:1 / /snap/a/1 ro - ext4 /dev/loop1 ro\n27 25 7:2 / /image rw - ext4 /dev/loop2 rw\n"
        )
        #expect(try await things(machine) == ["root", "image"])
    }

    @Test("an alias is offered beside its volume once its owner names it")
    func namedAlias() async throws {
        let machine = StorageMachine(root + "26 25 8:2 /srv /export rw - ext4 /dev/sda2 rw\n")
        #expect(try await things(machine) == ["root"])
        #expect(try await things(machine, named: ["/export"]) == ["root", "export"])
    }

    @Test("a mount that carries a user's name is enabled only by its full id, and no id gives the name of a stick away")
    func sensitivity() async throws {
        let machine = StorageMachine(
            """
            25 1 8:2 / / rw - ext4 /dev/sda2 rw
            26 25 8:3 / /home rw - ext4 /dev/sda3 rw
            27 26 8:4 / /home/jane rw - ext4 /dev/sda4 rw
            28 25 8:17 / /media/jane/HOLIDAY rw - vfat /dev/sdb1 rw
            29 25 8:33 / /run/media/jane/HOLIDAY rw - vfat /dev/sdc1 rw
            """
        )
        try await inWorld(machine.enter) {
            let sensors = try await StorageProvider(context: .test()).sensors()
                .filter { $0.id.reading == "used_percent" }
            #expect(sensors.map(\.sensitivity) == [.plain, .plain, .identity, .identity, .identity])
            for sensor in sensors.dropFirst(3) {
                #expect(!sensor.id.description.contains("jane") && !sensor.id.description.contains("holiday"))
                #expect(!sensor.name.contains("jane") && sensor.device.hasPrefix("HOLIDAY"))
            }
            #expect(Set(sensors.map(\.name)).count == sensors.count)
        }
    }

    @Test(
        "D09: a stick with a copy of another's file system has an id of its own, which it keeps when the other one goes"
    )
    func clones() async throws {
        let first = "29 25 8:17 / /media/a rw - vfat /dev/sdb1 rw\n"
        let second = "28 25 8:33 / /media/b rw - vfat /dev/sdc1 rw\n"
        let machine = StorageMachine(root + second + first)
        try await inWorld(machine.enter) {
            let sticks = #"{"/dev/sdb1": {"ID_FS_UUID": "1"}, "/dev/sdc1": {"ID_FS_UUID": "1", "ID_PATH": "usb-2"}}"#
            let mounts = try MountInfo.current().mounts
            try machine.devices.load(blockdev: Array(sticks.utf8), mounts: mounts, in: machine.files)
            let context = ProviderContext.test()
            let names = ThingNames()
            let shared = context.id(for: "1")
            let other = "\(shared)_\(context.digits(of: "usb-2"))"
            let both = Volume.all(in: try MountInfo.current(), things: names, context: context).map(\.thing)
            #expect(both == ["root", other, shared])
            machine.mount(root + second)
            let left = Volume.all(in: try MountInfo.current(), things: names, context: context).map(\.thing)
            #expect(left == ["root", other])
        }
    }

    @Test("a stick is known by its file system wherever it is mounted, but / stays root")
    func removableElsewhere() async throws {
        let machine = StorageMachine(root + "26 25 8:17 / /mnt/usb rw - ext4 /dev/sdb1 rw\n")
        try await inWorld(machine.enter) {
            let json = """
                {"8:2": {"ID_FS_UUID": "r", "removable": 1}, "8:17": {"ID_FS_UUID": "s", "removable": 1}}
                """
            let table = try MountInfo.current()
            try machine.devices.load(blockdev: Array(json.utf8), mounts: table.mounts, in: machine.files)
            let context = ProviderContext.test()
            #expect(
                Volume.all(in: table, things: ThingNames(), context: context).map(\.thing) == [
                    "root", context.id(for: "s"),
                ]
            )
        }
    }

    @Test(
        "promise 7, no harm: what lies on an automount point is listed without being asked, and asked at most every 15 minutes"
    )
    func automounted() async throws {
        let machine = StorageMachine(
            """
            25 1 8:2 / / rw - ext4 /dev/sda2 rw
            51 25 0:46 / /mnt/media rw - autofs systemd-1 rw
            52 51 8:65 / /mnt/media rw - ext4 /dev/sde1 rw
            """
        )
        machine.set("/mnt/media")
        try await inWorld(machine.enter) {
            let sensors = try await StorageProvider(context: .test()).sensors().filter { $0.id.thing == "mnt_media" }
            #expect(!sensors.isEmpty && sensors.allSatisfy { $0.leastInterval == .seconds(900) })
            #expect(!machine.volumes.asked.contains(Array("/mnt/media".utf8)))

            let provider = StorageProvider(context: .test())
            let id = try SensorID("storage.mnt_media.used_percent")
            var outcomes: [Reading.Outcome] = []
            for pause in [0, 1, 800, 99] {
                machine.clock.advance(by: .seconds(pause))
                outcomes += await provider.read([id]).map(\.outcome)
            }
            #expect(outcomes == Array(repeating: .value(.number(25)), count: 4))
            #expect(machine.volumes.asked.count { $0 == Array("/mnt/media".utf8) } == 2)
        }
    }

    @Test("two mount points that are no UTF-8 are two sensors, shown without control characters")
    func rawNames() async throws {
        let machine = StorageMachine()
        let tail = Array(" rw - ext4 /dev/sdb1 rw\n".utf8)
        let escape = Array("/mnt/".utf8) + [0x1b] + Array("[31m".utf8)
        machine.files.write(
            Array(root.utf8) + Array("26 25 8:17 / /mnt/".utf8) + [0xff] + tail + Array("27 25 8:18 / /mnt/".utf8)
                + [0xfe] + tail + Array("28 25 8:19 / ".utf8) + escape + tail,
            to: "/proc/self/mountinfo"
        )
        machine.volumes.set(
            VolumeStatistics(blockSize: 1, blocks: 2, freeBlocks: 1, availableBlocks: 1, files: 0, freeFiles: 0),
            for: Array("/mnt/".utf8) + [0xff]
        )
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test())
            let sensors = try await provider.sensors().filter { $0.id.reading == "used_percent" }
            #expect(Set(sensors.map(\.id)).count == 4)
            #expect(Set(sensors.map(\.name)).count == 4)
            #expect(sensors.allSatisfy { $0.name.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
            let raw = try #require(sensors.dropFirst().first)
            #expect(await provider.read([raw.id]).map(\.outcome) == [.value(.number(50))])
        }
    }

    @Test(
        "a size that can't be is implausible and never a number",
        arguments: [
            // blockSize, blocks, free, available
            [4096, 0, 0, 0],
            [0, 10, 5, 5],
            [UInt64.max, 3, 1, 1],
            [1 << 33, 1 << 31, 1, 1],
        ] as [[UInt64]]
    )
    func implausible(numbers: [UInt64]) async throws {
        let machine = StorageMachine(root)
        machine.set("/", blockSize: numbers[0], blocks: numbers[1], free: numbers[2], available: numbers[3])
        try await inWorld(machine.enter) {
            let readings = await StorageProvider(context: .test()).read([try SensorID("storage.root.total")])
            #expect(readings.map(\.outcome) == [.unavailable(.implausible)])
        }
    }

    @Test("more for everyone than there is, is implausible, and the rest is told")
    func moreAvailableThanThereIs() async throws {
        let machine = StorageMachine(root)
        machine.set("/", blocks: 10, free: 5, available: 11)
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test())
            let readings = await provider.read(Set(try await provider.sensors().map(\.id)))
            let outcomes = Dictionary(uniqueKeysWithValues: readings.map { ($0.sensor.reading, $0.outcome) })
            #expect(outcomes["available"] == .unavailable(.implausible))
            #expect(outcomes["used_percent"] == .unavailable(.implausible))
            #expect(outcomes["used"] == .value(.integer(5120)))
        }
    }

    @Test("more free than there is, is implausible for what follows from it alone")
    func moreFreeThanThereIs() async throws {
        let machine = StorageMachine(root)
        machine.set("/", blocks: 10, free: 11, available: 5, files: 5, freeFiles: 6)
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test())
            let readings = await provider.read(Set(try await provider.sensors().map(\.id)))
            let outcomes = Dictionary(uniqueKeysWithValues: readings.map { ($0.sensor.reading, $0.outcome) })
            #expect(outcomes["used"] == .unavailable(.implausible))
            #expect(outcomes["used_percent"] == .unavailable(.implausible))
            #expect(outcomes["inodes_used_percent"] == .unavailable(.implausible))
            #expect(outcomes["total"] == .value(.integer(10240)))
            #expect(outcomes["available"] == .value(.integer(5120)))
        }
    }

    @Test("a stick keeps its id, or has none, while the flag that it can be taken out can't be read")
    func unreadableFlag() async throws {
        let machine = StorageMachine(root + "26 25 8:17 / /mnt/usb rw - ext4 /dev/sdb1 rw\n")
        machine.set("/mnt/usb")
        machine.files.write("1\n", to: "/sys/devices/usb1/block/sdb/removable")
        machine.files.addFolder("/sys/devices/usb1/block/sdb/sdb1")
        machine.files.link("/sys/dev/block/8:17", to: "/sys/devices/usb1/block/sdb/sdb1")
        machine.devices.set([
            Device(
                path: "/devices/usb1/block/sdb/sdb1",
                subsystem: "block",
                deviceType: "partition",
                properties: ["MAJOR": "8", "MINOR": "17", "ID_FS_UUID": "1234-ABCD"]
            )
        ])
        let things = try await things(machine)
        #expect(things == ["root", ProviderContext.test().id(for: "1234-ABCD")])
        machine.files.fail("/sys/devices/usb1/block/sdb/removable", with: EIO)
        #expect(try await self.things(machine) == ["root"])
    }
}
