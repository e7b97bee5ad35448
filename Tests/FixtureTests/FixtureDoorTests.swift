import FoundationEssentials
import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

/// The door itself: whatever a case says must be looked at.
@Suite struct FixtureDoorTests {
    @Test("each expectation of each case that says something wrong is complained about", arguments: try adopted())
    func spoiled(_ entry: FixtureSet.Entry) async throws {
        var fixture = try entry.fixture.get()
        fixture.expect = fixture.expect.map(\.spoiled)
        fixture.maxReportsTotal = nil
        let complaints =
            switch fixture.provider {
            case "battery": try await FixtureWalk.complaints(fixture, BatteryDoor(fixture))
            case "network": try await FixtureWalk.complaints(fixture, NetworkDoor(fixture))
            case "storage": try await FixtureWalk.complaints(fixture, StorageDoor(fixture))
            default: try await EventsWalk.complaints(fixture)
            }
        for expectation in fixture.expect {
            #expect(complaints.contains { $0.contains("\(expectation.title): ") }, "\(expectation.title) passed")
        }
    }

    @Test("a chip that reads wrong in the other process is complained about here")
    func spoiledChip() async throws {
        let folder = try TemporaryFolder()
        let original = try FixtureCase.adopted("thermal", "T02-coretemp")
        try FileManager.default.copyItem(atPath: original.folder, toPath: folder.path + "/case")
        let file = folder.path + "/case/case.json"
        let json = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        try Data(json.replacing("\"Core 4\"", with: "\"Core 5\"").utf8).write(to: URL(filePath: file))
        let complaints = try await MockedMachine.complaints(.walk, try FixtureCase(folder: folder.path + "/case"))
        #expect(complaints.count == 1)
        #expect(complaints.first?.contains("temp6: the name 'coretemp Core 4' lacks the label 'Core 5'") == true)
    }

    @Test("a limit that can't be read is missed nowhere, though the program can read it")
    func unreadableLimit() async throws {
        let folder = try TemporaryFolder()
        let original = try FixtureCase.adopted("thermal", "T02-coretemp")
        try FileManager.default.copyItem(atPath: original.folder, toPath: folder.path + "/case")
        let json = """
            {"id": "X", "provider": "thermal", "files": ["device.umockdev"],
            "read_errors": {"class/hwmon/hwmon3/temp1_crit": "EIO"},
            "expect": [{"device": "coretemp-isa-0000", "reading": "temp1", "state": 54, "attributes_absent": ["crit"]}]}
            """
        try write(json, to: folder.path + "/case")
        let fixture = try FixtureCase(folder: folder.path + "/case")
        #expect(try await MockedMachine.complaints(.walk, fixture) == [])
        #expect(try await MockedMachine.complaints(.program, fixture) == [])
    }

    @Test("what udev says of a disk in one sample is not asked of the program, which has no udev in a folder")
    func disksOfSample() async throws {
        let folder = try TemporaryFolder()
        let json = """
            {"id": "X", "provider": "storage", "files": ["mountinfo", "statvfs.json", "sample0.blockdev.json"],
            "expect": [{"device": "/mnt/x", "reading": "total", "state": 4096}]}
            """
        try write(json, to: folder.path)
        for (file, text) in [
            ("mountinfo", "40 1 8:17 / /mnt/x rw - vfat /dev/sdb1 rw"),
            ("statvfs.json", #"[{"path": "/mnt/x", "f_frsize": 4096, "f_blocks": 1, "f_bfree": 1, "f_bavail": 1}]"#),
            ("sample0.blockdev.json", #"{"/dev/sdb1": {"ID_FS_UUID": "A-1", "removable": 1}}"#),
        ] {
            try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(file)"))
        }
        let fixture = try FixtureCase(folder: folder.path)
        #expect(try await FixtureWalk.complaints(fixture, StorageDoor(fixture)) == [])
        #expect(try await ProgramWalk.complaints(inFolder: fixture) == [])
    }

    @Test("a device is found in each sample, whichever read of what tells it apart fails")
    func failingType() async throws {
        let folder = try TemporaryFolder()
        let json = """
            {"id": "X", "provider": "battery", "files": ["device.umockdev"], "samples": 3,
            "read_errors": {"class/power_supply/BAT0/type": [null, "EIO", null]},
            "expect": [{"device": "BAT0", "reading": "level", "state": 40}]}
            """
        try write(json, to: folder.path)
        let device = "P: /devices/BAT0\nE: SUBSYSTEM=power_supply\nA: type=Battery\\n\nA: capacity=40\\n\n"
        try Data(device.utf8).write(to: URL(filePath: folder.path + "/device.umockdev"))
        let fixture = try FixtureCase(folder: folder.path)
        #expect(try await FixtureWalk.complaints(fixture, BatteryDoor(fixture)) == [])
    }

    @Test("a chip's errors come one a sample")
    func errorsOfChip() async throws {
        let folder = try TemporaryFolder()
        let json = """
            {"id": "X", "provider": "thermal", "files": ["device.umockdev"], "samples": 4,
            "read_errors": {"class/hwmon/hwmon0/temp1_input": [null, "ENODATA", "ENODATA", null]},
            "expect": [{"device": "chip-isa-0000", "reading": "temp1", "state": 31, "sample": 0},
            {"device": "chip-isa-0000", "reading": "temp1", "unavailable": "no_data", "sample": 1},
            {"device": "chip-isa-0000", "reading": "temp1", "unavailable": "no_data", "sample": 2},
            {"device": "chip-isa-0000", "reading": "temp1", "state": 31, "sample": 3}]}
            """
        try write(json, to: folder.path)
        let device = """
            P: /devices/platform/chip.0
            E: SUBSYSTEM=platform

            P: /devices/platform/chip.0/hwmon/hwmon0
            E: SUBSYSTEM=hwmon
            A: name=chip\\n
            A: temp1_input=31000\\n
            L: device=../../../chip.0
            """
        try Data(device.utf8).write(to: URL(filePath: folder.path + "/device.umockdev"))
        #expect(try await MockedMachine.complaints(.walk, try FixtureCase(folder: folder.path)) == [])
    }

    @Test("a file fails in each sample in which its path leads to it")
    func failuresOfLaterSamples() throws {
        let errors = try JSONDecoder().decode([String: FixtureReadErrors].self, from: Data(#"{"a/f": "EIO"}"#.utf8))
        let files = FakeFileTree()
        let faults = ReadFaults()
        faults.set(errors)
        files.fail("/sys/a/f", with: EIO)
        for place in ["/sys/one", "/sys/two"] {
            files.write("0", to: "\(place)/f")
            files.link("/sys/a", to: place)
            #expect(faults.next("\(place)/f", in: files) == EIO)
            #expect(throws: FileError.self) { try files.text("\(place)/f") }
        }
        #expect(faults.next("/sys/one/f", in: files) == nil)
        #expect(try files.text("/sys/one/f") == "0")
    }

    @Test(
        "a key that nobody knows, or a form that nobody reads, fails its case",
        arguments: [
            #"{"frob": 1, "expect": []}"#, #"{"format": 2, "expect": []}"#,
            #"{"expect": [{"device": "A", "reading": "b", "state": 1, "frob": 1}]}"#,
            #"{"expect": [{"device": "A", "reading": "b", "state": 1, "accept": [{"frob": 1}]}]}"#,
            #"{"expect": [{"device": "A", "reading": "b"}]}"#,
            #"{"expect": [{"device": "A", "reading": "b", "state": 1, "not_listed": true}]}"#,
            #"{"expect": [{"reading": "b", "state": 1}]}"#,
            #"{"expect": [{"device": "A", "reading": "b", "unavailable": "tired"}]}"#,
            #"{"expect": [{"event": "added", "state": 1}]}"#, #"{"expect": [], "limits": {"frobs": 1}}"#,
            #"{"expect": [], "files": ["frob.json"]}"#, #"{"expect": [], "files": ["mountinfo"]}"#,
            #"{"expect": [], "read_errors": {"a": "EFROB"}}"#, #"{"expect": [], "order": ["frobbed"]}"#,
        ]
    )
    func unknown(json: String) throws {
        let folder = try TemporaryFolder()
        let rest = #""id": "X", "provider": "battery", "files": [], "expect": []}"#
        try Data("{}".utf8).write(to: URL(filePath: folder.path + "/frob.json"))
        // The first member of a name counts.
        try Data((json.dropLast() + ", " + rest).utf8).write(to: URL(filePath: folder.path + "/case.json"))
        #expect(throws: (any Error).self) { try FixtureCase(folder: folder.path) }
        try Data(("{" + rest).utf8).write(to: URL(filePath: folder.path + "/case.json"))
        #expect(try FixtureCase(folder: folder.path).id == "X")
    }

    @Test("an empty folder, an unknown provider, or an index that lacks a case is no set")
    func brokenSets() throws {
        let folder = try TemporaryFolder()
        let set = FixtureSet(folder: folder.path)
        #expect(throws: FixtureSet.Failure.self) { try set.entries() }
        try write(#"{"id": "X", "provider": "battery", "files": [], "expect": []}"#, to: folder.path + "/battery/X")
        #expect(try set.entries().count == 1)
        try write("{", to: folder.path + "/battery/Y")
        #expect(throws: (any Error).self) { try set.entries()[1].fixture.get() }
        try Data(#"{"cases": [{"dir": "battery/X"}]}"#.utf8).write(to: URL(filePath: folder.path + "/index.json"))
        #expect(throws: FixtureSet.Failure.self) { try set.entries() }
        try FileManager.default.removeItem(atPath: folder.path + "/index.json")
        try write("{}", to: folder.path + "/frobs/Z")
        #expect(throws: FixtureSet.Failure.self) { try set.entries() }
    }

    @Test("a folder does not show the slot that gives a card its id, which is no complaint; what is missing is one")
    func slots() async throws {
        let folder = try TemporaryFolder()
        let device = """
            P: /devices/pci0000:00/0000:03:00.0/net/eno1
            E: SUBSYSTEM=net
            E: ID_PATH=pci-0000:03:00.0
            A: address=02:00:00:00:00:01\\n
            A: addr_assign_type=3\\n
            A: operstate=up\\n
            L: device=../../../0000:03:00.0

            """
        let readings = ["link", "x"].map { #"{"device": "eno1", "reading": "\#($0)", "state": true}"# }
        let expect = readings.joined(separator: ",")
        let json = #"{"id": "X", "provider": "network", "files": ["device.umockdev"], "expect": [\#(expect)]}"#
        try Data(device.utf8).write(to: URL(filePath: folder.path + "/device.umockdev"))
        try write(json, to: folder.path)
        let complaints = try await ProgramWalk.complaints(inFolder: FixtureCase(folder: folder.path))
        #expect(complaints == ["sample 0: the program, eno1/x: is not listed"])
    }

    private func write(_ json: String, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(json.utf8).write(to: URL(filePath: folder + "/case.json"))
    }

    private static func adopted() throws -> [FixtureSet.Entry] {
        try FixtureSet.adopted.entries(of: ["battery", "network", "storage", "udev"])
    }
}

extension FixtureExpectation {
    /// The same expectation with an answer that can't be right.
    fileprivate var spoiled: FixtureExpectation {
        var result = self
        result.optional = nil
        result.accept = nil
        if event != nil {
            result.count = .number(77)
            return result
        }
        result.unavailable = nil
        result.notListed = nil
        switch (state, unavailable) {
        case (.number(let number)?, _): result.state = .number(number + 1000)
        case (.flag(let flag)?, _): result.state = .flag(!flag)
        case (.text?, _): result.state = .text("spoiled")
        case (nil, let reason?): result.unavailable = reason == .fault ? .plugin : .fault
        case (nil, nil): result.state = .number(1)
        }
        return result
    }
}
