import FoundationEssentials
import Live
import SensorSDK
import Shared
import TestSupport
import Testing

@Suite("The live world")
struct LiveWorldTests {
    @Test("another root has files and volumes, and nothing of this host's chips, links and devices")
    func anotherRoot() throws {
        let folder = try TemporaryFolder()
        try folder.write("here\n", to: "/etc/machine")
        let world = World.live(root: folder.path, log: RecordedLog())
        #expect(try world.files.text("/etc/machine") == "here")
        #expect(try world.volumes.statistics(of: Array("/etc".utf8)).blocks > 0)
        // Not an empty list: nobody knows, and none is not a number that was read.
        #expect(throws: NetworkLinksError.absent) { try world.networkLinks.links() }
        #expect(throws: FileError.self) { try world.deviceEvents.devices(DeviceFilter(subsystem: "net")) }
        #expect(try world.hardwareMonitors.monitors() == [])
        let chip = HardwareMonitor(prefix: "k10temp", printedName: "", path: "/sys/class/hwmon/hwmon0", features: [])
        #expect(
            world.hardwareMonitors.read(["temp1_input"], of: chip)
                == ["temp1_input": .failure(.unreadable(.notPresent))]
        )
    }

    @Test("this machine's root is known however it is written", arguments: ["/", "//", "/./"])
    func thisMachine(root: String) throws {
        let world = World.live(root: root, log: RecordedLog())
        #expect(try world.networkLinks.links().contains { $0.name == "lo" })
    }

    @Test("random bytes fill any length and never come twice")
    func randomBytes() {
        let world = World.live(log: RecordedLog())
        #expect(world.randomBytes(0) == [])
        let (first, second) = (world.randomBytes(1000), world.randomBytes(1000))
        #expect(first.count == 1000)
        #expect(first != second)
        // A part that was left out would be all zero: 32 zero bytes in a row come once in 2^248.
        #expect(stride(from: 0, to: 992, by: 31).allSatisfy { start in first[start..<start + 31].contains { $0 != 0 } })
    }

    @Test("both clocks run, and the host has a name without a domain")
    func clocks() {
        let world = World.live(log: RecordedLog())
        let before = world.instant
        let after = world.instant
        #expect(after.boot > .zero)
        #expect(after.boot >= before.boot)
        #expect(before.wall.timeIntervalSince1970 > 1_700_000_000)
        #expect(!world.hostName().isEmpty)
        #expect(!world.hostName().contains("."))
    }
}
