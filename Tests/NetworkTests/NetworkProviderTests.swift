import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Network

@Suite struct NetworkProviderTests {
    let machine = FakeNetwork()

    @Test("a machine without interfaces offers nothing")
    func nothing() async throws {
        #expect(try await machine.sensors().isEmpty)
    }

    @Test("words, class and unit of what is offered are those of the table; addresses tell where the machine is")
    func words() async throws {
        machine.plug("enp3s0", at: "pci0000:00/0000:03:00.0")
        machine.files.write("", to: "/proc/net/if_inet6")
        machine.links.set([InterfaceAddress]())
        let sensors = try await machine.sensors()
        func sensor(_ reading: String) throws -> Sensor { try #require(sensors.first { $0.id.reading == reading }) }
        let total = try sensor("rx_total")
        #expect(total.name == "enp3s0 received bytes")
        #expect(total.deviceClass == .dataSize)
        #expect(total.unit == .byte)
        #expect(total.stateClass == .totalIncreasing)
        #expect(total.interval == .seconds(30))
        #expect(total.leastInterval == .seconds(2))
        #expect(try sensor("link").kind == .binarySensor)
        #expect(try sensor("link").deviceClass == .connectivity)
        #expect(try sensor("tx_rate").unit == .bytesPerSecond)
        #expect(
            Set(sensors.filter { $0.sensitivity == .location }.map(\.id.reading)) == [
                "ipv4", "ipv6", "other_addresses",
            ]
        )
        #expect(sensors.filter { $0.sensitivity != .plain && $0.sensitivity != .location }.isEmpty)
    }

    @Test("a card keeps its id through a rename and a change of its slot")
    func stableID() async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0")
        let before = try await machine.things()["eth0"]
        try machine.unplug("eth0")
        machine.plug("enp4s0", at: "pci0000:00/0000:04:00.0")
        #expect(try await machine.things()["enp4s0"] == before)
        #expect(before?.count == 12)
    }

    @Test("two ports of a card with one address are two")
    func ports() async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0")
        machine.plug("eth1", at: "pci0000:00/0000:03:00.0", ["dev_port": "1"])
        let things = try await machine.things()
        #expect(things["eth0"] != nil)
        #expect(things["eth0"] != things["eth1"])
    }

    @Test("two cards with one address are two, the one at the lower path keeps the plain id, also when it comes second")
    func sameAddress() async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0")
        let plain = try #require(try await machine.things()["eth0"])
        machine.plug("eth1", at: "pci0000:00/0000:04:00.0")
        let things = try await machine.things()
        #expect(things["eth0"] == plain)
        #expect(things["eth1"]?.hasPrefix(plain + "_") == true)
        try machine.unplug("eth0")
        #expect(try await machine.things()["eth1"] == things["eth1"])
    }

    @Test("an address that was not made with the card is no identity: the card's own, else the slot, else the name")
    func changedAddress() async throws {
        let own = "02:00:00:00:00:09"
        machine.plug("wlp2s0", at: "pci0000:00/a", ["address": own, "phy80211/macaddress": own])
        let before = try await machine.things()["wlp2s0"]
        machine.plug(
            "wlp2s0",
            at: "pci0000:00/a",
            ["address": "06:11:11:11:11:11", "addr_assign_type": "3", "phy80211/macaddress": own]
        )
        #expect(try await machine.things()["wlp2s0"] == before)

        machine.plug("eth0", at: "pci0000:00/b", ["addr_assign_type": "3", "bonding_slave/perm_hwaddr": own])
        #expect(try await machine.things()["eth0"]?.hasPrefix(try #require(before)) == true)

        machine.plug("eth1", at: "pci0000:00/c", ["addr_assign_type": "1"])
        #expect(try await machine.things()["eth1"] == "eth1")
        machine.devices.set([
            Device(
                path: "/devices/pci0000:00/c/net/eth1",
                subsystem: "net",
                properties: ["ID_PATH": "pci-0000:00:0c.0"]
            )
        ])
        #expect(try await machine.things()["eth1"]?.hasPrefix("pci_0000_00_0c_0_") == true)
    }

    @Test("a name made from the hardware address is neither shown nor in an id nor the default interface")
    func addressInName() async throws {
        machine.plug("enx0200deadbeef", at: "usb1/1-1", ["address": "02:00:de:ad:be:ef"])
        machine.plug("enx0200deadbee0", at: "usb1/1-2", ["addr_assign_type": "1"])
        machine.files.write(
            "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\nenx0200deadbeef\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\n",
            to: "/proc/net/route"
        )
        let sensors = try await machine.sensors()
        for sensor in sensors {
            #expect(!"\(sensor.id) \(sensor.device) \(sensor.name)".contains("dead"))
        }
        #expect(Set(sensors.map(\.name)).count == sensors.count)
        let thing = ProviderContext.test().id(for: "02:00:de:ad:be:ef", "0")
        let device = try #require(sensors.first { $0.id.thing == thing }?.device)
        #expect(device.hasPrefix("USB network adapter"))
        #expect(try await machine.read("network.system.default_interface") == .value(.text(device)))
    }

    @Test("interfaces of containers are never offered, however many there are, and the daemon is not told of them")
    func containers() async throws {
        machine.plug("eno1", at: "pci0000:00/0000:03:00.0")
        let before = try await machine.sensors().map(\.id)
        for number in 0..<50 {
            machine.plug(
                "veth\(number)",
                at: nil,
                ["address": "06:00:00:00:00:\(number)", "iflink": "2", "ifindex": "7"]
            )
            machine.plug("br-\(number)", at: nil, ["bridge/stp_state": "0"])
            machine.plug("tap\(number)", at: nil, ["tun_flags": "0x1002"])
        }
        #expect(try await machine.sensors().map(\.id) == before)
        let changes = await inWorld(machine.enter) {
            let stream = machine.provider.changes()
            for action in ["add", "remove"] {
                let veth = Device(path: "/devices/virtual/net/veth1", subsystem: "net")
                machine.devices.send(.happened(action: action, veth))
            }
            let card = Device(path: "/devices/pci0000:00/0000:03:00.0/net/eth0", subsystem: "net")
            machine.devices.send(.happened(action: "add", card))
            machine.devices.finish()
            machine.links.finish()
            var changes: [ProviderChange] = []
            for await change in stream { changes.append(change) }
            return changes
        }
        #expect(changes == [.listAgain, .readAgain(nil)])
    }

    @Test("WireGuard and bonds are offered by their names")
    func own() async throws {
        machine.plug("wg0", at: nil, ["uevent": "DEVTYPE=wireguard\nINTERFACE=wg0", "address": ""])
        machine.plug("bond0", at: nil, ["uevent": "DEVTYPE=bond", "bonding/mode": "x", "addr_assign_type": "3"])
        machine.files.write("bond0\n", to: "/sys/class/net/bonding_masters")
        let things = try await machine.things()
        #expect(things == ["wg0": "wg0", "bond0": "bond0"])
    }

    @Test("an interface that is gone is not present, and is back with its id when it returns")
    func returns() async throws {
        machine.plug("eth0", at: "usb1/1-1")
        let id = "network.\(try #require(try await machine.things()["eth0"])).link"
        #expect(try await machine.read(id) == .value(.flag(true)))
        try machine.unplug("eth0")
        #expect(try await machine.read(id) == .unavailable(.notPresent))
        machine.plug("eth0", at: "usb1/1-4")
        #expect(try await machine.read(id) == .value(.flag(true)))
    }

    @Test("D01: a counter that can't be read takes nothing along, and the rate begins anew after it")
    func counterFails() async throws {
        machine.plug("eth0", at: "pci0000:00/a")
        let thing = try #require(try await machine.things()["eth0"])
        _ = try await machine.read("network.\(thing).rx_rate")
        machine.clock.advance(by: .seconds(30))
        machine.files.fail("/sys/class/net/eth0/statistics/rx_bytes", inTurn: [EIO, nil])
        #expect(try await machine.read("network.\(thing).rx_rate") == .unavailable(.inputOutput))
        #expect(try await machine.read("network.\(thing).tx_total") == .value(.integer(2000)))
        machine.clock.advance(by: .seconds(30))
        #expect(try await machine.read("network.\(thing).rx_rate") == .unavailable(.waiting))
    }

    @Test("a rate far above what the link can carry is no value")
    func absurdRate() async throws {
        machine.plug("eth0", at: "pci0000:00/a", ["speed": "100"])
        let id = "network.\(try #require(try await machine.things()["eth0"])).rx_rate"
        _ = try await machine.read(id)
        machine.clock.advance(by: .seconds(10))
        try machine.set("statistics/rx_bytes", of: "eth0", to: "400001000")
        #expect(try await machine.read(id) == .unavailable(.implausible))
        machine.clock.advance(by: .seconds(10))
        try machine.set("statistics/rx_bytes", of: "eth0", to: "500001000")
        #expect(try await machine.read(id) == .value(.number(10_000_000)))
    }

    @Test("a speed that the driver does not know is no value", arguments: ["-1", "0", "65535", "4294967295"])
    func unknownSpeed(text: String) async throws {
        machine.plug("eth0", at: "pci0000:00/a", ["speed": text])
        let id = "network.\(try #require(try await machine.things()["eth0"])).speed"
        #expect(try await machine.read(id) == .unavailable(.noData))
    }

    @Test("any bytes in any file give a value or a reason, and never a trap", arguments: 0..<40)
    func anyBytes(seed: UInt64) async throws {
        var chance = SeededChance(seed: seed)
        let names = [
            "address", "addr_assign_type", "dev_port", "operstate", "carrier", "flags", "speed", "ifindex", "uevent",
            "statistics/rx_bytes", "statistics/tx_bytes",
        ]
        let hostile = [
            "", "-1", "99999999999999999999999", "-9223372036854775808", "0x", "0xFFFFFFFFFF", "1\0", "\u{202E}", "1e9",
            "9223372036854775807", "18446744073709551615", " 7 ", "+5",
        ]
        for round in 0..<10 {
            machine.plug("eth0", at: "pci0000:00/a")
            let folder = try machine.files.resolved("/sys/class/net/eth0")
            for name in names {
                let bytes = (0..<chance.below(24)).map { _ in UInt8(chance.below(256)) }
                let text = Array(hostile[chance.below(hostile.count)].utf8)
                machine.files.write(round.isMultiple(of: 2) ? bytes : text, to: "\(folder)/\(name)")
            }
            for file in ["route", "ipv6_route", "if_inet6"] {
                let bytes = (0..<200).map { _ in Array(" \t\n0aFfeth".utf8)[chance.below(10)] }
                machine.files.write(bytes, to: "/proc/net/\(file)")
            }
            let sensors = try await machine.sensors()
            let readings = await inWorld(machine.enter) { await machine.provider.read(Set(sensors.map(\.id))) }
            #expect(readings.count == sensors.count)
            for case .value(.number(let number)) in readings.map(\.outcome) { #expect(number.isFinite && number >= 0) }
            machine.clock.advance(by: .seconds(5))
        }
    }

    @Test("a counter of 64 bits beyond what a signed number holds is told all the same")
    func hugeCounter() async throws {
        machine.plug("eth0", at: "pci0000:00/a", ["statistics/rx_bytes": "18446744073709551615"])
        let id = "network.\(try #require(try await machine.things()["eth0"])).rx_total"
        #expect(try await machine.read(id) == .value(.number(0x1p64)))
    }

    @Test("a driver that never says its state counts as up only when it is wanted up and has a carrier")
    func unknownState() async throws {
        let cases: [(flags: String, carrier: String, isUp: Bool)] = [
            ("0x1003", "1", true), ("0x1002", "1", false), ("0x1003", "0", false),
        ]
        for (number, state) in cases.enumerated() {
            machine.plug(
                "wwan\(number)",
                at: "usb1/1-\(number)",
                [
                    "address": "02:00:00:00:01:0\(number)", "operstate": "unknown", "flags": state.flags,
                    "carrier": state.carrier,
                ]
            )
        }
        let things = try await machine.things()
        for (number, state) in cases.enumerated() {
            let id = "network.\(try #require(things["wwan\(number)"])).link"
            #expect(try await machine.read(id) == .value(.flag(state.isUp)))
        }
    }

    @Test("a bridge or a program's interface is not offered, even one that claims a device")
    func bridgeWithDevice() async throws {
        machine.plug("switch0", at: "platform/switch", ["bridge/stp_state": "1"])
        machine.plug("tap0", at: "platform/tap", ["tun_flags": "0x1002"])
        #expect(try await machine.sensors().isEmpty)
    }

    @Test(
        "a card keeps its id while what tells which one it is can't be read, and gets no other one before it could",
        arguments: ["addr_assign_type", "address", "dev_port", "uevent"]
    )
    func unreadableIdentity(file: String) async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0", ["dev_port": "1"])
        let id = try await machine.reading("link", of: "eth0").sensor
        machine.files.fail("/sys/class/net/eth0/\(file)", with: EIO)
        #expect(try await machine.read(id.description) == .value(.flag(true)))
        machine.plug("eth1", at: "pci0000:00/0000:04:00.0", ["address": "02:00:00:00:00:02"])
        machine.files.fail("/sys/class/net/eth1/\(file)", inTurn: [EIO, nil])
        #expect(try await Set(machine.things().keys.filter { $0.hasPrefix("eth") }) == ["eth0"])
        #expect(try await Set(machine.things().keys.filter { $0.hasPrefix("eth") }) == ["eth0", "eth1"])
    }

    @Test("a port that can't be read at first is not taken for the first one, for as long as netlink tells of the card")
    func unreadablePort() async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0", ["ifindex": "2", "dev_port": "1"])
        machine.connect([
            NetworkLink(index: 2, name: "eth0", parent: "0000:03:00.0", permanentAddress: [2, 0, 0, 0, 0, 1])
        ])
        machine.files.fail("/sys/class/net/eth0/dev_port", inTurn: [EIO, nil])
        #expect(try await machine.things()["eth0"] == nil)
        let context = ProviderContext.test()
        #expect(try await machine.things()["eth0"] == context.id(for: "02:00:00:00:00:01", "1"))
    }

    @Test("a card that sleeps and refuses to tell its speed is asleep, one that is awake forbids it")
    func asleep() async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0")
        let device = "/sys/devices/pci0000:00/0000:03:00.0/power/runtime_status"
        machine.files.fail("/sys/class/net/eth0/speed", with: EPERM)
        for (status, reason) in [("suspended\n", UnavailableReason.asleep), ("active\n", .permission)] {
            machine.files.write(status, to: device)
            #expect(try await machine.reading("speed", of: "eth0").outcome == .unavailable(reason))
        }
    }

    @Test("two alike USB cards keep their ids when the kernel counts its buses otherwise")
    func renumberedTwins() async throws {
        var found: [[String: String]] = []
        for (first, second) in [(9, 10), (1, 2), (10, 11)] {
            let machine = FakeNetwork()
            let controller = "pci0000:00/0000:00:14.0"
            machine.plug("eth1", at: "\(controller)/usb\(first)/\(first)-2/\(first)-2:1.0")
            machine.plug("eth0", at: "\(controller)/usb\(second)/\(second)-3/\(second)-3:1.0")
            found.append(try await machine.things())
        }
        #expect(Set(found[0].values).count == 2)
        #expect(found[1] == found[0] && found[2] == found[0])
    }
}
