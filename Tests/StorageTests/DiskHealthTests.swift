import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Storage

/// What file systems, arrays and memory chips tell of their own health.
@Suite struct DiskHealthTests {
    private let machine = StorageMachine(
        """
        21 1 8:2 / / rw - ext4 /dev/root rw
        22 21 0:40 /@data /data rw - btrfs /dev/mapper/data rw
        23 21 8:3 / /boot rw - vfat /dev/sda3 rw

        """
    )
    private let provider = StorageProvider(context: .test())

    init() {
        for mountPoint in ["/", "/data", "/boot"] { machine.set(mountPoint) }
        machine.files.link("/sys/dev/block/8:2", to: "/sys/devices/ata1/block/sda/sda2")
        machine.files.write("0\n", to: "/sys/devices/ata1/block/sda/sda2/partition")
        machine.files.write("3\n", to: "/sys/fs/ext4/sda2/errors_count")
        machine.files.link("/dev/mapper/data", to: "/dev/dm-0")
        machine.files.write("", to: "/dev/dm-0")
        let system = "/sys/fs/btrfs/0a1b2c3d-0000-0000-0000-000000000000"
        machine.files.addFolder("\(system)/devices/dm-0")
        for (device, errors) in ["1": 5, "2": 0] {
            let text = "write_errs 1\nread_errs \(errors)\nflush_errs 0\ncorruption_errs 0\ngeneration_errs 0\n"
            machine.files.write(text, to: "\(system)/devinfo/\(device)/error_stats")
        }
    }

    private func outcomes() async throws -> [String: Reading.Outcome] {
        try await inWorld(machine.enter) {
            let readings = await provider.read(Set(try await provider.sensors().map(\.id)))
            return Dictionary(uniqueKeysWithValues: readings.map { ($0.sensor.description, $0.outcome) })
        }
    }

    @Test("ext4 and btrfs tell how many errors they met, each device of a btrfs counted; others offer no such sensor")
    func errors() async throws {
        let outcomes = try await outcomes()
        #expect(outcomes["storage.root.error_count"] == .value(.integer(3)))
        #expect(outcomes["storage.data.error_count"] == .value(.integer(7)))
        #expect(outcomes.keys.contains("storage.boot.total"))
        #expect(!outcomes.keys.contains("storage.boot.error_count"))
    }

    @Test("a btrfs on a mapped device is found by the kernel's name where the link to it is hidden, as in the service")
    func withoutLink() async throws {
        machine.files.remove("/dev/mapper/data")
        machine.files.write("other\n", to: "/sys/block/dm-0/dm/name")
        #expect(try await outcomes()["storage.data.error_count"] == nil)
        machine.files.write("data\n", to: "/sys/block/dm-0/dm/name")
        #expect(try await outcomes()["storage.data.error_count"] == .value(.integer(7)))
    }

    @Test("a btrfs on a stick is known by its file system wherever it is mounted, though it has no number of a device")
    func removableBtrfs() async throws {
        machine.devices.set([
            Device(
                path: "/devices/virtual/block/dm-0",
                subsystem: "block",
                deviceType: "disk",
                properties: ["DEVNAME": "/dev/dm-0", "MAJOR": "254", "MINOR": "0", "ID_FS_UUID": "FS"]
            )
        ])
        machine.files.write("data\n", to: "/sys/block/dm-0/dm/name")
        machine.files.write("1\n", to: "/sys/dev/block/254:0/removable")
        #expect(try await outcomes().keys.contains("storage.\(ProviderContext.test().id(for: "FS")).total"))
    }

    @Test("D01: a count that can't be read says why and takes nothing of its file system along")
    func unreadable() async throws {
        machine.files.fail("/sys/fs/ext4/sda2/errors_count", with: EIO)
        machine.files.write(
            "write_errs many\n",
            to: "/sys/fs/btrfs/0a1b2c3d-0000-0000-0000-000000000000/devinfo/2/error_stats"
        )
        let outcomes = try await outcomes()
        #expect(outcomes["storage.root.error_count"] == .unavailable(.inputOutput))
        #expect(outcomes["storage.root.used_percent"] == .value(.number(25)))
        #expect(outcomes["storage.data.error_count"] == .unavailable(.malformed))
    }

    @Test(
        "an array says whether disks are missing, also while the mount table can't be read; one without spares offers nothing"
    )
    func arrays() async throws {
        machine.files.write("1\n", to: "/sys/block/md127/md/degraded")
        machine.files.write("a:b:c:d\n", to: "/sys/block/md127/md/uuid")
        machine.files.write("raid0\n", to: "/sys/block/md1/md/level")
        let sensors = try await inWorld(machine.enter) { try await provider.sensors() }
        let arrays = sensors.filter { $0.id.reading == "degraded" }
        let id = try #require(arrays.first?.id)
        #expect(arrays.count == 1 && id.thing == "md_" + ProviderContext.test().id(for: "a:b:c:d"))
        machine.files.fail("/proc/self/mountinfo", with: EIO)
        let reading = await inWorld(machine.enter) { await provider.read([id]).first }
        #expect(reading?.outcome == .value(.flag(true)))
        #expect(reading?.attributes == ["missing": .integer(1)])
        machine.files.write("0\n", to: "/sys/block/md127/md/degraded")
        #expect(await inWorld(machine.enter) { await provider.read([id]).first?.outcome } == .value(.flag(false)))
        machine.files.remove("/sys/block/md127")
        #expect(await inWorld(machine.enter) { await provider.read([id]).first?.outcome } == .unavailable(.notPresent))
    }

    @Test(
        "eMMC memory tells how much of its life is used, by its worse part, and how its spare blocks are",
        arguments: [
            ("0x01 0x02", Reading.Outcome.value(.integer(20))), ("0x00 0x00", .unavailable(.noData)),
            ("0x0a 0x01", .value(.integer(100))), ("0x01 0x0b", .value(.integer(110))),
            ("0x01 0x0c", .unavailable(.implausible)), ("1 2", .unavailable(.malformed)), ("", .unavailable(.noData)),
        ]
    )
    func memory(text: String, outcome: Reading.Outcome) async throws {
        machine.files.write(text + "\n", to: "/sys/block/mmcblk0/device/life_time")
        machine.files.write("0x02\n", to: "/sys/block/mmcblk0/device/pre_eol_info")
        machine.files.write("150100deadbeef\n", to: "/sys/block/mmcblk0/device/cid")
        machine.files.addFolder("/sys/block/mmcblk0boot0/device")
        let outcomes = try await outcomes()
        let thing = "mmc_" + ProviderContext.test().id(for: "150100deadbeef")
        #expect(outcomes["storage.\(thing).life_used_percent"] == outcome)
        #expect(outcomes["storage.\(thing).reserve"] == .value(.text("warning")))
        #expect(!outcomes.keys.contains { $0.contains("deadbeef") })
    }

    @Test(
        "a named mount that counts inodes is asked for them once by a helper; one that hangs has them listed all the same"
    )
    func inodes() async throws {
        machine.mount("21 1 8:2 / / rw - ext4 /dev/root rw\n30 21 0:50 / /mnt/nas rw - nfs4 nas:/x rw\n")
        machine.set("/mnt/nas")
        let path = Array("/mnt/nas".utf8)
        try await inWorld(machine.enter) {
            let provider = StorageProvider(context: .test(namedSources: ["/mnt/nas"]))
            let inodes = try SensorID("storage.mnt_nas.inodes_used_percent")
            machine.probes.hang(path)
            #expect(try await provider.sensors().map(\.id).contains(inodes))
            #expect(await provider.read([inodes]).first?.outcome == .unavailable(.timeout))
            machine.probes.letGo(path)
            #expect(try await provider.sensors().map(\.id).contains(inodes))
            let asked = machine.probes.asked.count
            #expect(try await provider.sensors().map(\.id).contains(inodes))
            #expect(machine.probes.asked.count == asked)
            #expect(await provider.read([inodes]).first?.outcome == .value(.number(10)))
        }
    }

    @Test("inodes of what can't be asked now are listed where its type counts them, and of what counts none never")
    func unreadableInodes() async throws {
        machine.mount(
            "21 1 8:2 / / rw - ext4 /dev/root rw\n22 21 8:3 / /data rw - xfs /dev/sda3 rw\n"
                + "23 21 8:4 / /boot rw - vfat /dev/sda4 rw\n24 21 8:5 / /old rw - xfs /dev/sda5 rw\n"
        )
        machine.set("/")
        machine.set("/old", files: 0, freeFiles: 0)
        for path in ["/data", "/boot"] { machine.volumes.fail(Array(path.utf8), with: EACCES) }
        let offered = try await inWorld(machine.enter) { try await provider.sensors() }
        let things = Set(offered.filter { $0.id.reading == "inodes_used_percent" }.map(\.id.thing))
        #expect(things == ["root", "data"])
        #expect(try await outcomes()["storage.data.inodes_used_percent"] == .unavailable(.permission))
    }

    @Test("an array whose kernel does not tell its UUID has the id that it has with one that does, by udev, or none")
    func arrayByUdev() async throws {
        machine.files.write("1\n", to: "/sys/block/md127/md/degraded")
        machine.files.write("00000000-0000-0000-0000-000000000000\n", to: "/sys/block/md127/md/uuid")
        #expect(try await !outcomes().keys.contains { $0.contains("md_") })
        machine.devices.set([
            Device(
                path: "/devices/virtual/block/md127",
                subsystem: "block",
                deviceType: "disk",
                properties: ["MD_UUID": "a1b2c3d4:e5f60718:293a4b5c:6d7e8f90"]
            )
        ])
        let thing = "md_" + ProviderContext.test().id(for: "a1b2c3d4-e5f6-0718-293a-4b5c6d7e8f90")
        #expect(try await outcomes()["storage.\(thing).degraded"] == .value(.flag(true)))
        machine.files.write("a1b2c3d4-e5f6-0718-293a-4b5c6d7e8f90\n", to: "/sys/block/md127/md/uuid")
        #expect(try await outcomes()["storage.\(thing).degraded"] == .value(.flag(true)))
        machine.files.fail("/sys/block/md127/md/uuid", with: EIO)
        #expect(try await !outcomes().keys.contains { $0.contains("md_") })
    }

    @Test("a memory chip without a number of its own is known by its place, whatever the kernel counts")
    func chipByPlace() async throws {
        var found: [Set<String>] = []
        for number in [0, 2] {
            let device = "/sys/devices/platform/fe33.mmc/mmc_host/mmc\(number)/mmc\(number):0001"
            machine.files.remove("/sys/block")
            machine.files.write("0x01 0x01\n", to: "\(device)/life_time")
            machine.files.link("\(device)/block/mmcblk\(number)/device", to: "../..")
            machine.files.link("/sys/block/mmcblk\(number)", to: "\(device)/block/mmcblk\(number)")
            found.append(Set(try await outcomes().keys.filter { $0.hasPrefix("storage.mmc_") }))
        }
        #expect(found[0].count == 1 && found[0] == found[1])
    }
}
