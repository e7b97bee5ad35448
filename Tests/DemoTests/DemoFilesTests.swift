import Shared
import TestSupport
import Testing

@testable import Demo

/// Each made-up file has the form that the kernel gives it.
@Suite struct DemoFilesTests {
    let files = World.demo(TestClock()).files

    private func lines(_ path: String) throws -> [Substring] {
        String(decoding: try files.readWhole(path, limit: 65536), as: UTF8.self).split(separator: "\n")
    }

    @Test("every file ends its last line, as the kernel's do")
    func lineEnds() throws {
        for (path, text) in try files.everything() {
            #expect(text.hasSuffix("\n"), "\(path)")
        }
    }

    @Test("the machine as a whole says load, memory, pressure and its start as the kernel does")
    func kernel() throws {
        #expect(
            try lines("/proc/loadavg").first?.split(separator: " ").prefix(3).allSatisfy { Double($0) != nil } == true
        )
        let words = try lines("/proc/meminfo").map { $0.split(separator: " ") }
        #expect(words.map { $0[0] } == ["MemTotal:", "MemAvailable:", "SwapTotal:", "SwapFree:"])
        #expect(words.allSatisfy { $0.count == 3 && UInt64($0[1]) != nil && $0[2] == "kB" })
        for resource in ["cpu", "memory", "io"] {
            let pressure = try lines("/proc/pressure/\(resource)")
            #expect(pressure.map { $0.prefix(11) } == ["some avg10=", "full avg10="])
        }
        #expect(try lines("/proc/stat").contains { $0.hasPrefix("btime ") })
    }

    @Test("what a power supply counts is a whole number, and its uevent repeats every property")
    func powerSupplies() throws {
        let words: Set = [
            "type", "status", "technology", "capacity_level", "model_name", "manufacturer", "serial_number", "scope",
            "uevent", "device",
        ]
        let names = try files.entries(of: "/sys/class/power_supply")
        #expect(names == ["AC", "BAT0", "hidpp_battery_0"])
        for name in names {
            let folder = "/sys/class/power_supply/\(name)"
            let uevent = try lines(folder + "/uevent")
            #expect(uevent.contains("POWER_SUPPLY_NAME=\(name)"))
            for property in try files.entries(of: folder) where property != "uevent" && property != "device" {
                let value = try #require(try files.text("\(folder)/\(property)"))
                if !words.contains(property) { #expect(Int(value) != nil, "\(property)") }
                #expect(uevent.contains("POWER_SUPPLY_\(property.uppercased())=\(value)"))
            }
        }
    }

    @Test("each mount has the eleven fields of mountinfo, its own device number, and an answer from statvfs")
    func mounts() throws {
        let world = World.demo(TestClock())
        let mounts = try lines("/proc/self/mountinfo").map { $0.split(separator: " ") }
        #expect(mounts.map { $0[4] } == ["/", "/home", "/media/demo/Demo\\040stick"])
        #expect(Set(mounts.map { $0[2] }).count == 3)
        for fields in mounts {
            #expect(fields.count == 10 && fields[6] == "-")
            #expect(try files.text("/sys/dev/block/\(fields[2])/dev") == String(fields[2]))
            let path = fields[4] == "/media/demo/Demo\\040stick" ? "/media/demo/Demo stick" : String(fields[4])
            _ = try world.volumes.statistics(of: Array(path.utf8))
        }
    }

    @Test("routes have the eleven fields of /proc/net/route, the default one first")
    func routes() throws {
        let routes = try lines("/proc/net/route")
        #expect(routes.first?.hasPrefix("Iface\tDestination") == true)
        for route in routes.dropFirst() {
            let fields = route.split(separator: "\t")
            #expect(fields.count == 11)
            #expect(fields[1...2].allSatisfy { $0.count == 8 && UInt32($0, radix: 16) != nil })
        }
        #expect(routes.dropFirst().first?.hasPrefix("demo0\t00000000\t010200C0") == true)
    }

    @Test("netlink and the files tell the same of an interface")
    func addresses() throws {
        let world = World.demo(TestClock())
        let told = try world.networkLinks.addresses()
        let links = try world.networkLinks.links()
        for line in try lines("/proc/net/if_inet6") {
            let fields = line.split(separator: " ")
            #expect(fields.count == 6 && fields[0].utf8.count == 32)
            let link = try #require(links.first { $0.name == String(fields[5]) })
            let bytes = try #require(told.first { $0.link == link.index && $0.family == .ipv6 }?.bytes)
            let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            #expect(text == String(fields[0]))
            #expect(Int32(fields[1], radix: 16) == link.index)
        }
        #expect(told.count == 4)
        for link in links {
            let folder = "/sys/class/net/\(link.name)"
            #expect(try world.files.text("\(folder)/ifindex") == "\(link.index)")
            #expect(try world.files.text("\(folder)/statistics/rx_bytes") == "\(link.receivedBytes)")
            let address = link.permanentAddress?.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            #expect(try world.files.text("\(folder)/address") == address?.joined(separator: ":"))
        }
        let routes = try world.networkLinks.defaultRoutes()
        #expect(Set(routes.map(\.link)) == Set(links.map(\.index)))
    }

    @Test("an interface has a device behind it, a permanent address and a link; only the wired one a speed")
    func interfaces() throws {
        for name in ["demo0", "demowlan0"] {
            let folder = "/sys/class/net/\(name)"
            _ = try files.resolved(folder + "/device")
            #expect(try files.text(folder + "/operstate") == "up")
            #expect(try files.text(folder + "/addr_assign_type") == "0")
            #expect(try files.text(folder + "/address")?.split(separator: ":").count == 6)
        }
        #expect(try files.text("/sys/class/net/demo0/speed") == "1000")
        #expect(throws: FileError.self) { try files.text("/sys/class/net/demowlan0/speed") }
        _ = try files.resolved("/sys/class/net/demowlan0/phy80211")
        #expect(throws: FileError.self) { try files.resolved("/sys/class/net/lo/device") }
    }

    @Test("whatever is made up says so in the name that people see")
    func marked() throws {
        let world = World.demo(over: FakeFileTree())
        for name in try world.files.entries(of: "/sys/class/power_supply") {
            let model = try world.files.text("/sys/class/power_supply/\(name)/model_name")
            #expect(model?.contains("(demo)") == true)
            #expect(name.hasPrefix("demo_") || name == "hidpp_battery_0")
        }
        for monitor in try world.hardwareMonitors.monitors() {
            #expect(monitor.prefix.hasSuffix(" (demo)"))
        }
        for interface in try world.files.entries(of: "/sys/class/net") {
            #expect(interface.hasPrefix("demo"))
        }
        let mounts = String(decoding: try world.files.readWhole("/proc/self/mountinfo", limit: 9999), as: UTF8.self)
        for line in mounts.split(separator: "\n") {
            #expect(line.split(separator: " ")[4].contains("demo"))
        }
        for subsystem in ["usb", "block"] {
            for device in try world.deviceEvents.devices(DeviceFilter(subsystem: subsystem)) {
                #expect(device.properties["ID_MODEL_ENC"]?.hasPrefix("Demo\\x20") == true)
            }
        }
    }
}
