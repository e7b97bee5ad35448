import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

@testable import Demo

/// The demo over a machine that has something of its own.
@Suite struct DemoFillingTests {
    @Test("a machine with a battery keeps it, and the demo's does not show")
    func realBattery() throws {
        let files = FakeFileTree(["/sys/devices/platform/battery/power_supply/BAT0/capacity": "17\n"])
        files.link("/sys/class/power_supply/BAT0", to: "../../devices/platform/battery/power_supply/BAT0")
        let world = World.demo(over: files)
        #expect(try world.files.entries(of: "/sys/class/power_supply") == ["BAT0"])
        #expect(try world.files.text("/sys/class/power_supply/BAT0/capacity") == "17")
        #expect(throws: FileError.self) { try world.files.text("/sys/class/power_supply/BAT0/model_name") }
        #expect(try world.deviceEvents.devices(DeviceFilter(subsystem: "power_supply")).isEmpty)
        #expect(try world.hardwareMonitors.monitors().isEmpty == false)
    }

    @Test("a machine with a chip keeps it alone; the mirrors of its power supplies are none")
    func realChip() throws {
        let chip = HardwareMonitor(
            prefix: "k10temp",
            printedName: "k10temp-pci-00c3",
            path: "/sys/class/hwmon/hwmon0",
            features: []
        )
        let monitors = FakeHardwareMonitors()
        monitors.set([chip])
        monitors.set(.success(55), for: "temp1_input", of: chip.path)
        let world = World.demo(over: FakeFileTree()) { $0.hardwareMonitors = monitors }
        #expect(try world.hardwareMonitors.monitors() == [chip])
        #expect(world.hardwareMonitors.read(["temp1_input"], of: chip) == ["temp1_input": .success(55)])
        #expect(throws: FileError.self) { try world.files.entries(of: "/sys/class/hwmon") }

        let files = FakeFileTree(["/sys/devices/platform/ac/power_supply/AC/hwmon0/name": "AC"])
        files.link("/sys/class/hwmon/hwmon0", to: "/sys/devices/platform/ac/power_supply/AC/hwmon0")
        files.link("/sys/devices/platform/ac/power_supply/AC/hwmon0/device", to: "../../AC")
        let mirrored = World.demo(over: files) { $0.hardwareMonitors = monitors }
        #expect(try mirrored.hardwareMonitors.monitors().count == 4)
        #expect(mirrored.hardwareMonitors.read(["temp1_input"], of: chip) == ["temp1_input": .success(55)])
        #expect(try mirrored.files.entries(of: "/sys/class/hwmon") == ["hwmon0", "hwmon90", "hwmon91", "hwmon92"])
    }

    @Test(
        "a disk that is mounted keeps the demo's volumes away; what can't be offered does not",
        arguments: [
            ("27 1 254:0 / / rw,relatime - ext4 /dev/vda rw", false),
            ("27 1 254:0 / /data rw,relatime shared:1 master:2 - ext4 /dev/vda rw", false),
            ("27 1 0:30 / /data rw,relatime - btrfs /dev/vda rw", false),
            ("27 1 0:30 / / rw,relatime - overlay overlay rw", true),
            ("27 1 7:1 / /snap/core/1 ro,relatime - squashfs /dev/loop1 ro", true),
            ("27 1 0:40 / /mnt/nas rw - nfs4 nas:/x rw", true),
            ("27 1 8:17 / /media/x rw - fuseblk /dev/sdb1 rw", false),
            ("27 1 0:50 / /media/x rw - fuse.sshfs x rw", true),
            ("broken", true),
        ]
    )
    func realVolume(line: String, isFilled: Bool) throws {
        let files = FakeFileTree(["/proc/self/mountinfo": line + "\n"])
        let world = World.demo(over: files)
        let text = String(decoding: try world.files.readWhole("/proc/self/mountinfo", limit: 9999), as: UTF8.self)
        #expect(text.hasPrefix(line + "\n"))
        #expect(text.contains(" /demo ") == isFilled)
        #expect(!text.contains("902 / / "))
        let answer = try? world.volumes.statistics(of: Array("/demo".utf8))
        #expect((answer != nil) == isFilled)
    }

    @Test("a machine with a network card keeps it alone, its routes included")
    func realInterface() throws {
        let files = FakeFileTree(["/sys/devices/pci0/net/eth0/operstate": "up\n", "/proc/net/route": "Iface\n"])
        files.link("/sys/class/net/eth0", to: "../../devices/pci0/net/eth0")
        files.link("/sys/devices/pci0/net/eth0/device", to: "../../../pci0")
        let world = World.demo(over: files)
        #expect(try world.files.entries(of: "/sys/class/net") == ["eth0"])
        #expect(try world.files.text("/sys/class/net/eth0/operstate") == "up")
        #expect(try world.files.text("/proc/net/route") == "Iface")
        #expect(throws: NetworkLinksError.absent) { try world.networkLinks.links() }
    }

    @Test("a container's virtual interface stays beside the demo's, and keeps the default route")
    func virtualInterface() throws {
        let route = "Iface\tDestination\neth0\t00000000\t010011AC\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
        let files = FakeFileTree(["/sys/devices/virtual/net/eth0/operstate": "up\n", "/proc/net/route": route])
        files.link("/sys/class/net/eth0", to: "../../devices/virtual/net/eth0")
        let links = FakeNetworkLinks()
        let own = InterfaceAddress(link: 2, family: .ipv4, bytes: [172, 17, 0, 2])
        links.set([own])
        links.set([NetworkLink(index: 2, name: "eth0", kind: "veth")])
        links.set([DefaultRoute(link: 2, family: .ipv4, metric: 0)])
        let world = World.demo(over: files) { $0.networkLinks = links }
        #expect(try world.files.entries(of: "/sys/class/net") == ["demo0", "demowlan0", "eth0"])
        let routes = String(decoding: try world.files.readWhole("/proc/net/route", limit: 9999), as: UTF8.self)
        #expect(routes.hasPrefix(route + "demo0\t"))
        let metrics = routes.split(separator: "\n").dropFirst(2).map { $0.split(separator: "\t")[6] }
        #expect(metrics.allSatisfy { Int($0) ?? 0 > 10_000 })
        #expect(try world.networkLinks.addresses().first == own)
        #expect(try world.networkLinks.links().map(\.name) == ["eth0", "demo0", "demowlan0"])
        #expect(try world.networkLinks.defaultRoutes().min { $0.metric < $1.metric }?.link == 2)
    }

    @Test("an error of the machine below comes through unchanged")
    func errorsPass() throws {
        let files = FakeFileTree(["/sys/class/power_supply/BAT0/capacity": "1", "/proc/self/mountinfo": "x"])
        let world = World.demo(over: files)
        files.fail("/sys/class/power_supply/BAT0/capacity", with: ENODEV)
        files.fail("/proc/self/mountinfo", with: EIO)
        #expect(throws: FileError(path: "/sys/class/power_supply/BAT0/capacity", code: ENODEV)) {
            try world.files.text("/sys/class/power_supply/BAT0/capacity")
        }
        #expect(throws: FileError(path: "/proc/self/mountinfo", code: EIO)) {
            try world.files.readWhole("/proc/self/mountinfo", limit: 9999)
        }
    }

    @Test("clocks, name, log, randomness and HTTP are the machine's own")
    func capabilitiesOfTheBase() async throws {
        let http = FakeHTTPTransport { _ in .success(HTTPResponse(status: 204, body: [])) }
        let log = RecordedLog()
        var base = World.fake()
        base.http = http
        base.log = log
        base.randomBytes = { Array(repeating: 7, count: $0) }
        let world = World.demo(filling: base, log: RecordedLog())
        let answer = try await world.http.connection().send(HTTPRequest(method: .get, url: Secret("http://x")))
        world.log.write(.info, "here")
        #expect(answer.status == 204)
        #expect(log.lines.map(\.line) == ["here"])
        #expect(world.randomBytes(2) == [7, 7])
        #expect(world.hostName() == "testhost")
        #expect(world.now() == base.now() && world.sinceBoot() == base.sinceBoot())
        #expect(throws: FileError.self) { try world.files.text("/etc/os-release") }
    }
}
