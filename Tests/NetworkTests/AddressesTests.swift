import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Network

@Suite struct AddressesTests {
    let machine = FakeNetwork()

    private func ipv4(_ texts: [(String, InterfaceAddress.Flags)]) async throws -> Reading {
        machine.connect([
            NetworkLink(index: 2, name: "eth0", parent: "0000:03:00.0", permanentAddress: [2, 0, 0, 0, 0, 1])
        ])
        machine.links.set(
            texts.map { text, flags in
                let bytes = text.split(separator: ".").compactMap { UInt8($0) }
                return InterfaceAddress(link: 2, family: .ipv4, bytes: bytes, flags: flags)
            } + [InterfaceAddress(link: 3, family: .ipv4, bytes: [192, 0, 2, 1])]
        )
        return try await machine.reading("ipv4", of: "eth0")
    }

    private func ipv6(_ table: String) async throws -> Reading.Outcome {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0")
        machine.files.write(table, to: "/proc/net/if_inet6")
        return try await machine.reading("ipv6", of: "eth0").outcome
    }

    @Test("the first primary IPv4 address that is valid beyond the link is shown, and no other one goes along with it")
    func firstIPv4() async throws {
        let one = try await ipv4([("169.254.3.4", []), ("192.0.2.7", []), ("198.51.100.2", [])])
        #expect(one.outcome == .value(.text("192.0.2.7")))
        #expect(one.attributes.isEmpty)
        let others = try await machine.reading("other_addresses", of: "eth0")
        #expect(others.outcome == .value(.integer(1)))
        #expect(others.attributes == ["ipv4": .text("198.51.100.2")])
        let primary = try await ipv4([("192.0.2.99", .secondary), ("192.0.2.8", .permanent)])
        #expect(primary.outcome == .value(.text("192.0.2.8")))
        #expect(try await machine.reading("other_addresses", of: "eth0").attributes == ["ipv4": .text("192.0.2.99")])
        #expect(try await ipv4([]).outcome == .unavailable(.noData))
        let none = try await machine.reading("other_addresses", of: "eth0")
        #expect(none.outcome == .value(.integer(0)) && none.attributes.isEmpty)
    }

    @Test(
        "further addresses are a sensor of their own, as telling as the first one, and none among them will not stay"
    )
    func others() async throws {
        machine.connect([
            NetworkLink(index: 2, name: "eth0", parent: "0000:03:00.0", permanentAddress: [2, 0, 0, 0, 0, 1])
        ])
        func address(_ last: UInt8, _ flags: InterfaceAddress.Flags) -> InterfaceAddress {
            let bytes: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last]
            return InterfaceAddress(link: 2, family: .ipv6, bytes: bytes, flags: flags)
        }
        let unstable: [InterfaceAddress.Flags] = [.temporary, .deprecated, .tentative, .duplicate]
        machine.links.set(
            [address(9, []), address(5, .permanent)] + unstable.enumerated().map { address(20 + UInt8($0), $1) }
        )
        let reading = try await machine.reading("ipv6", of: "eth0")
        #expect(reading.outcome == .value(.text("2001:db8::5")))
        let others = try await machine.reading("other_addresses", of: "eth0")
        #expect(others.attributes == ["ipv6": .text("2001:db8::9")])
        let sensors = try await machine.sensors()
        #expect(sensors.first { $0.id == reading.sensor }?.attributes.isEmpty == true)
        let sensor = try #require(sensors.first { $0.id == others.sensor })
        #expect(sensor.attributes == ["ipv4", "ipv6"])
        #expect(sensor.sensitivity == .location)
    }

    @Test(
        "a public IPv6 address goes before a unique-local one, one set by hand before a learned one, and then the lowest"
    )
    func order() async throws {
        let local = "fd001234000000000000000000000005 03 40 00 80   eth0\n"
        let high = "20010db8000200000000000000000001 03 40 00 00   eth0\n"
        let low = "20010db800010000000000000000abcd 03 40 00 00   eth0\n"
        let byHand = "20010db8000f00000000000000000009 03 40 00 80   eth0\n"
        #expect(try await ipv6(local) == .value(.text("fd00:1234::5")))
        #expect(try await ipv6(local + high + low) == .value(.text("2001:db8:1::abcd")))
        #expect(try await ipv6(low + high + local) == .value(.text("2001:db8:1::abcd")))
        #expect(try await ipv6(low + byHand) == .value(.text("2001:db8:f::9")))
    }

    @Test(
        "an IPv6 address that will not stay, is not valid, or is another interface's is not shown",
        arguments: ["00 01", "00 20", "00 40", "00 08", "20 80", "10 80", "40 80"]
    )
    func unstable(scopeAndFlags: String) async throws {
        let none = Reading.Outcome.unavailable(.noData)
        #expect(try await ipv6("20010db8000200000000000000000001 03 40 \(scopeAndFlags) eth0\n") == none)
        #expect(try await ipv6("20010db8000200000000000000000001 03 40 00 80 eth1\nnonsense\n") == none)
    }

    @Test("without netlink no file tells an IPv4 address, so none is offered; without IPv6 no such address is")
    func offered() async throws {
        machine.plug("eth0", at: "pci0000:00/0000:03:00.0")
        #expect(
            try await machine.sensors().allSatisfy { !["ipv4", "ipv6", "other_addresses"].contains($0.id.reading) }
        )
        machine.links.set([InterfaceAddress]())
        #expect(Set(try await machine.sensors().map(\.id.reading)).isSuperset(of: ["ipv4"]))
        #expect(try await machine.sensors().allSatisfy { $0.id.reading != "ipv6" })
    }
}
