import Glibc
import Shared
import TestSupport
import Testing

@testable import Demo

@Suite struct DemoWorldTests {
    @Test("at the same time since boot two demo machines hold the same bytes")
    func sameBytes() throws {
        let clock = TestClock()
        clock.advance(by: .milliseconds(12_345))
        let one = try World.demo(clock).files.everything()
        let two = try World.demo(clock).files.everything()
        #expect(one == two)
        #expect(one.count > 80)
    }

    @Test(
        "what people watch moves within ten seconds",
        arguments: [
            "/sys/class/power_supply/BAT0/capacity",
            "/sys/class/power_supply/BAT0/power_now",
            "/sys/class/power_supply/BAT0/uevent",
            "/sys/class/hwmon/hwmon90/temp1_input",
            "/sys/class/hwmon/hwmon91/temp1_input",
            "/sys/class/hwmon/hwmon92/fan1_input",
            "/sys/class/net/demo0/statistics/rx_bytes",
            "/sys/class/net/demowlan0/statistics/tx_bytes",
        ]
    )
    func filesMove(path: String) throws {
        let clock = TestClock()
        let files = World.demo(clock).files
        let before = try files.text(path)
        clock.advance(by: .seconds(10))
        #expect(try files.text(path) != before)
    }

    @Test("every volume fills and empties, and never holds more than it has")
    func volumesMove() throws {
        let clock = TestClock()
        let volumes = World.demo(clock).volumes
        for mountPoint in ["/", "/home", "/media/demo/Demo stick"] {
            let before = try volumes.statistics(of: Array(mountPoint.utf8))
            clock.advance(by: .seconds(5))
            let after = try volumes.statistics(of: Array(mountPoint.utf8))
            #expect(before != after)
            #expect(after.availableBlocks <= after.freeBlocks && after.freeBlocks < after.blocks)
        }
    }

    @Test("over a whole round the battery stays a battery: charging only on mains, 40 to 80 percent, never a jump")
    func batteryRound() throws {
        let clock = TestClock()
        let files = World.demo(clock).files
        var before: Int?
        var statuses: Set<String> = []
        for _ in 0..<240 {
            clock.advance(by: .seconds(2))
            let folder = "/sys/class/power_supply"
            let capacity = try #require(try files.text("\(folder)/BAT0/capacity").flatMap { Int($0) })
            let status = try #require(try files.text("\(folder)/BAT0/status"))
            let isOnMains = try files.text("\(folder)/AC/online") == "1"
            #expect((40...80).contains(capacity))
            #expect(status == (isOnMains ? "Charging" : "Discharging"))
            #expect(abs(capacity - (before ?? capacity)) <= 1)
            before = capacity
            statuses.insert(status)
        }
        #expect(statuses.count == 2)
    }

    @Test("the counters of an interface never go back")
    func countersGrow() throws {
        let clock = TestClock()
        let files = World.demo(clock).files
        var before: UInt64 = 0
        for _ in 0..<200 {
            clock.advance(by: .milliseconds(700))
            let text = try files.text("/sys/class/net/demo0/statistics/rx_bytes")
            let now = try #require(text.flatMap { UInt64($0) })
            #expect(now >= before)
            before = now
        }
    }

    @Test("libsensors and the files of the class tell the same")
    func chipsAgree() throws {
        let world = World.demo(TestClock())
        let monitors = try world.hardwareMonitors.monitors()
        #expect(monitors.map(\.prefix) == ["coretemp (demo)", "nvme (demo)", "thinkpad (demo)"])
        for monitor in monitors {
            #expect(try world.files.text(monitor.path + "/name").map { $0 + " (demo)" } == monitor.prefix)
            let device = try world.files.resolved(monitor.path + "/device")
            #expect(
                try world.files.resolved(device + "/subsystem")
                    == (device.contains("nvme") ? "/sys/class/nvme" : "/sys/bus/platform")
            )
            for feature in monitor.features {
                let outcomes = world.hardwareMonitors.read(feature.subfeatures + ["temp99_input"], of: monitor)
                #expect(Set(outcomes.keys) == Set(feature.subfeatures))
                let value = try #require(outcomes["\(feature.name)_input"]).get()
                let text = try #require(try world.files.text("\(monitor.path)/\(feature.name)_input"))
                let scale: Double = feature.kind == .fan ? 1 : 1000
                #expect(Double(text) == (value * scale).rounded())
                #expect(try world.files.text("\(monitor.path)/\(feature.name)_label") == feature.label)
            }
        }
    }

    @Test("links lead to where the kernel's would, so that ids can be made from the place of a device")
    func links() throws {
        let files = World.demo(TestClock()).files
        #expect(
            try files.resolved("/sys/class/net/demo0/device") == "/sys/devices/pci00de:00/00de:00:1f.6"
        )
        #expect(try files.resolved("/sys/class/hwmon/hwmon90/device") == "/sys/devices/platform/coretemp.0")
        #expect(try files.text("/sys/class/hwmon/hwmon91/device/serial") == "DEMO0003")
        #expect(
            try files.text("/sys/class/power_supply/hidpp_battery_0/device/uevent")?.contains("HID_UNIQ=") == true
        )
        #expect(try files.resolved("/sys/dev/block/259:902") == files.resolved("/sys/class/block/nvme9n1p2"))
        #expect(try files.text("/sys/class/block/sdy1/../removable") == "1")
    }

    @Test("a folder is no file, a file no folder, and what is not there is absent")
    func errors() throws {
        let files = World.demo(TestClock()).files
        #expect(throws: FileError.self) { try files.read("/sys/class/net/demo0", limit: 10) }
        #expect(throws: FileError.self) { try files.entries(of: "/etc/os-release") }
        #expect(throws: FileError.self) { try files.readWhole("/etc/os-release", limit: 3) }
        #expect(throws: FileError(path: "/sys/class/net/demo0/none", code: ENOENT)) {
            try files.read("/sys/class/net/demo0/none", limit: 10)
        }
        #expect(try files.read("/etc/os-release", limit: 3).count == 3)
    }

    @Test("the demo laptop tells what a server wants to know of it")
    func hostFacts() async {
        let demo = World.demo(TestClock())
        let facts = await inWorld {
            $0 = demo
        } operation: {
            HostFacts.read()
        }
        #expect(demo.hostName() == "demo-laptop")
        #expect(facts.model == "Laptop (demo)")
        #expect(facts.osVersion == "12 (bookworm)")
    }

    @Test("the whole demo machine reaches no server")
    func noNetwork() async {
        let connection = World.demo(TestClock()).http.connection()
        await #expect(throws: HTTPError.refused(host: "demo-laptop")) {
            try await connection.send(HTTPRequest(method: .get, url: Secret("http://192.0.2.1")))
        }
    }

    @Test("without a test's clock the demo machine lives on the real one")
    func realClock() {
        let world = World.demo(log: RecordedLog())
        let before = world.sinceBoot()
        #expect(before >= .seconds(1000))
        #expect(world.sinceBoot() >= before)
        #expect(world.randomBytes(32) != world.randomBytes(32))
    }
}
