import Shared
import TestSupport
import Testing

@Suite struct UmockdevDescriptionTests {
    @Test(
        "a description becomes the tree that sysfs would show: class links, device links, attributes with their escapes"
    )
    func tree() throws {
        let files = FakeFileTree()
        files.load(
            umockdev: try UmockdevDescription(
                #"""
                P: /devices/pci0000:00/0000:03:00.0
                E: SUBSYSTEM=pci
                A: vendor=0x8086\n

                P: /devices/pci0000:00/0000:03:00.0/net/enp3s0
                E: SUBSYSTEM=net
                E: INTERFACE=enp3s0
                A: statistics/rx_bytes=5\n
                A: odd=a\\nb\011c\n
                H: raw=00ff
                L: device=../../../0000:03:00.0
                """#
            )
        )
        #expect(try files.entries(of: "/sys/class/net") == ["enp3s0"])
        #expect(try files.resolved("/sys/class/net/enp3s0") == "/sys/devices/pci0000:00/0000:03:00.0/net/enp3s0")
        #expect(try files.resolved("/sys/class/net/enp3s0/device") == "/sys/devices/pci0000:00/0000:03:00.0")
        #expect(try files.resolved("/sys/class/net/enp3s0/subsystem") == "/sys/class/net")
        #expect(try files.resolved("/sys/bus/pci/devices/0000:03:00.0/subsystem") == "/sys/bus/pci")
        #expect(try files.text("/sys/class/net/enp3s0/statistics/rx_bytes") == "5")
        #expect(try files.text("/sys/class/net/enp3s0/device/vendor") == "0x8086")
        #expect(try files.text("/sys/class/net/enp3s0/odd") == "a\\nb\tc")
        #expect(try files.read("/sys/class/net/enp3s0/raw", limit: 9) == [0, 255])
        #expect(try files.text("/sys/class/net/enp3s0/uevent") == "SUBSYSTEM=net\nINTERFACE=enp3s0")
    }

    @Test("a read that is told to try again is tried again, and fails in the end")
    func retries() throws {
        let files = FakeFileTree(["/a": "1", "/b": "2"])
        files.fail("/a", inTurn: [11, nil])
        files.fail("/b", with: 11)
        #expect(try files.text("/a") == "1")
        #expect(throws: FileError(path: "/b", code: 11)) { try files.text("/b") }
    }
}
