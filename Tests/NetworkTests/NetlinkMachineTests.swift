import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Network

/// The family over netlink; `/sys` adds what only files tell of a card.
@Suite struct NetlinkMachineTests {
    let machine = FakeNetwork()
    let own: [UInt8] = [2, 0, 0, 0, 0, 9]

    private func card(_ index: Int32, _ name: String, _ change: (inout NetworkLink) -> Void = { _ in }) -> NetworkLink {
        var link = NetworkLink(index: index, name: name, parent: "0000:03:00.0", permanentAddress: own)
        change(&link)
        return link
    }

    @Test("a card has one id by netlink and by its files, also while its address is another one")
    func permanentAddress() async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0", ["address": "02:00:00:00:00:09", "ifindex": "2"])
        let byFiles = try #require(try await machine.things()["eth0"])
        machine.plug(
            "eth0",
            at: "pci0000:00/0000:03:00.0",
            ["address": "06:11:11:11:11:11", "addr_assign_type": "3", "ifindex": "2"]
        )
        machine.connect([card(2, "eth0")])
        #expect(try await machine.things()["eth0"] == byFiles)
    }

    @Test("a renamed card keeps its id, and so does one that comes back under another number")
    func rename() async throws {
        machine.connect([card(2, "eth0")])
        let before = try #require(try await machine.things()["eth0"])
        machine.connect([card(2, "enp3s0")])
        #expect(try await machine.things() == ["enp3s0": before, "System": "system"])
        machine.connect([])
        #expect(try await machine.read("network.\(before).link") == .unavailable(.notPresent))
        machine.connect([card(17, "eth1")])
        #expect(try await machine.read("network.\(before).link") == .value(.flag(true)))
    }

    @Test("a port of a card that is renamed between two questions does not get another port's id")
    func renamedMeanwhile() async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0", ["ifindex": "2", "dev_port": "1", "addr_assign_type": "1"])
        machine.connect([card(2, "eth0")])
        let before = try #require(try await machine.things()["eth0"])
        // Netlink was asked, then the name changed, then the files are read.
        let other = FakeNetwork()
        other.plug("lan0", at: "pci0000:00/0000:03:00.0", ["ifindex": "2", "dev_port": "1", "addr_assign_type": "1"])
        other.connect([card(2, "eth0")])
        other.links.setNext([card(2, "lan0")])
        #expect(try await other.things()["lan0"] == before)
    }

    @Test("D09: two cards that tell one address are two, and a rename mixes nothing up")
    func twins() async throws {
        let first = card(2, "eth0") { $0.parent = "0000:03:00.0" }
        let second = card(3, "eth1") { $0.parent = "0000:04:00.0" }
        machine.connect([first, second])
        let before = try await machine.things()
        #expect(before["eth0"] != before["eth1"])
        machine.connect([first, card(3, "lan1") { $0.parent = "0000:04:00.0" }])
        let after = try await machine.things()
        #expect(after["eth0"] == before["eth0"])
        #expect(after["lan1"] == before["eth1"])
    }

    @Test("values come from netlink: state, totals, rates")
    func values() async throws {
        machine.connect([
            card(2, "eth0") {
                $0.receivedBytes = 1000
                $0.sentBytes = .max
            }
        ])
        #expect(try await machine.reading("link", of: "eth0").outcome == .value(.flag(true)))
        #expect(try await machine.reading("operstate", of: "eth0").outcome == .value(.text("up")))
        #expect(try await machine.reading("rx_total", of: "eth0").outcome == .value(.integer(1000)))
        #expect(try await machine.reading("tx_total", of: "eth0").outcome == .value(.number(0x1p64)))
        #expect(try await machine.reading("rx_rate", of: "eth0").outcome == .unavailable(.waiting))
        machine.clock.advance(by: .seconds(10))
        machine.connect([card(2, "eth0") { $0.receivedBytes = 2000 }])
        #expect(try await machine.reading("rx_rate", of: "eth0").outcome == .value(.number(100)))
    }

    @Test(
        "a link is up by the kernel's word, and where a driver never says one, when it is wanted up and has a carrier",
        arguments: [
            (NetworkLink.OperationalState.up, true, true, true), (.unknown, true, true, true),
            (.unknown, false, true, false), (.unknown, true, false, false), (.lowerlayerdown, true, true, false),
            (.dormant, true, true, false), (.down, false, false, false),
        ]
    )
    func isUp(state: NetworkLink.OperationalState, isWantedUp: Bool, hasCarrier: Bool, isUp: Bool) async throws {
        machine.connect([
            card(2, "eth0") {
                $0.operationalState = state
                $0.isWantedUp = isWantedUp
                $0.hasCarrier = hasCarrier
            }
        ])
        #expect(try await machine.reading("link", of: "eth0").outcome == .value(.flag(isUp)))
        #expect(try await machine.reading("operstate", of: "eth0").outcome == .value(.text(state.rawValue)))
    }

    @Test(
        "hardware, WireGuard and bonds are offered; bridges, programs' and containers' interfaces and loopback are not"
    )
    func offering() async throws {
        machine.connect([
            card(1, "lo") {
                $0.parent = nil
                $0.isLoopback = true
            },
            card(2, "eth0"),
            NetworkLink(index: 3, name: "docker0", kind: "bridge"),
            NetworkLink(index: 4, name: "veth12", kind: "veth"),
            NetworkLink(index: 5, name: "tun0", kind: "tun"),
            NetworkLink(index: 6, name: "dummy0", kind: "dummy"),
            NetworkLink(index: 7, name: "wg0", kind: "wireguard"),
            NetworkLink(index: 8, name: "bond0", kind: "bond"),
            NetworkLink(index: 9, name: "switch0", kind: "bridge", parent: "switch"),
            NetworkLink(index: 10, name: "odd0"),
        ])
        #expect(Set(try await machine.things().keys) == ["eth0", "wg0", "bond0", "System"])
    }

    @Test("an interface that its owner names is offered, whatever it is")
    func named() async throws {
        let machine = FakeNetwork(named: ["docker0"])
        let links = ["docker0", "docker1"].enumerated().map { number, name in
            NetworkLink(index: Int32(number + 3), name: name, kind: "bridge")
        }
        machine.connect(links)
        #expect(try await machine.things() == ["docker0": "docker0", "System": "system"])
        let files = FakeNetwork(named: ["docker0"])
        for link in links { files.plug(link.name, at: nil, ["bridge/stp_state": "0"]) }
        #expect(try await files.things() == ["docker0": "docker0"])
    }

    @Test("a kernel that does not tell of devices is helped by the files")
    func oldKernel() async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0", ["ifindex": "2"])
        machine.plug("odd0", at: nil, ["ifindex": "3"])
        machine.connect([card(2, "eth0") { $0.parent = nil }, card(3, "odd0") { $0.parent = nil }])
        #expect(Set(try await machine.things().keys) == ["eth0", "System"])
    }

    @Test("files that show another machine's network, as in a container, are not believed")
    func otherNamespace() async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0", ["ifindex": "77", "speed": "10000"])
        machine.connect([card(2, "eth0")])
        #expect(try await machine.sensors().allSatisfy { $0.id.reading != "speed" })
        #expect(try await machine.things()["eth0"] == ProviderContext.test().id(for: "02:00:00:00:00:09", "0"))
        let listed = machine.links.listCount
        _ = try await machine.things()
        #expect(machine.links.listCount == listed + 1)
    }

    @Test("a card that only its slot tells apart is offered when udev has come to it, and not before under another id")
    func lateUdev() async throws {
        let path = "/devices/pci0000:00/0000:03:00.0/net"
        let other = Device(path: "/devices/pci0000:00/0000:04:00.0/net/eth7", subsystem: "net")
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0", ["ifindex": "2", "addr_assign_type": "1"])
        machine.connect([card(2, "eth0") { $0.permanentAddress = nil }])
        machine.devices.set([other])
        #expect(try await machine.things()["eth0"] == nil)
        let slot = ["ID_PATH": "pci-0000:03:00.0"]
        machine.devices.set([other, Device(path: "\(path)/eth0", subsystem: "net", properties: slot)])
        #expect(try await machine.things()["eth0"]?.hasPrefix("pci_0000_03_00_0_") == true)
    }

    @Test("reading asks netlink once and opens no file of the interfaces that are not offered, however many there are")
    func cheap() async throws {
        var links = [card(2, "eth0")]
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0", ["ifindex": "2", "address": "02:00:00:00:00:09"])
        for number in 3..<503 {
            machine.plug("veth\(number)", at: nil, ["ifindex": "\(number)"])
            links.append(NetworkLink(index: Int32(number), name: "veth\(number)", kind: "veth"))
        }
        machine.connect(links)
        let ids = Set(try await machine.sensors().map(\.id))
        let (opened, listed) = (machine.files.opened.count, machine.links.listCount)
        #expect(machine.files.opened.allSatisfy { !$0.contains("veth") })
        let readings = await inWorld(machine.enter) { await machine.provider.read(ids) }
        #expect(readings.count == ids.count)
        #expect(machine.links.listCount == listed + 1)
        #expect(machine.files.opened.dropFirst(opened).map { $0.hasSuffix("/eth0/speed") } == [true])
    }

    @Test("the default route with the smallest metric names the interface; IPv6 counts where IPv4 has none")
    func defaultRoute() async throws {
        let id = "network.system.default_interface"
        machine.connect([card(2, "eth0"), NetworkLink(index: 3, name: "tun0", kind: "tun")])
        #expect(try await machine.read(id) == .unavailable(.noData))
        machine.links.set([DefaultRoute(link: 2, family: .ipv6, metric: 1024)])
        #expect(try await machine.read(id) == .value(.text("eth0")))
        machine.links.set([
            DefaultRoute(link: 2, family: .ipv6, metric: 1), DefaultRoute(link: 2, family: .ipv4, metric: 100),
            DefaultRoute(link: 3, family: .ipv4, metric: 50),
        ])
        #expect(try await machine.read(id) == .value(.text("tun0")))
    }

    @Test("a kernel that refuses to answer leaves all without a value, and its files are not asked instead")
    func failure() async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0", ["ifindex": "2", "address": "02:00:00:00:00:09"])
        machine.connect([card(2, "eth0")])
        let ids = Set(try await machine.sensors().map(\.id))
        machine.links.fail(with: .failed("network interfaces", code: EPERM))
        let readings = await inWorld(machine.enter) { await machine.provider.read(ids) }
        #expect(readings.allSatisfy { $0.outcome == .unavailable(.permission) })
        #expect(readings.count == ids.count)
        await #expect(throws: NetworkLinksError.self) { try await machine.sensors() }
    }
}
