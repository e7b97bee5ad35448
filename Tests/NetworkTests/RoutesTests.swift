import Glibc
import SensorSDK
import TestSupport
import Testing

@testable import Network

@Suite struct RoutesTests {
    let machine = FakeNetwork()
    let id = "network.system.default_interface"
    let header = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"

    @Test("the default route with the smallest metric names the interface")
    func smallestMetric() async throws {
        let table =
            "enp3s0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n"
            + "wlp2s0\t00000000\t010200C0\t0003\t0\t0\t20\t00000000\t0\t0\t0\n"
            + "down0\t00000000\t010200C0\t0002\t0\t0\t1\t00000000\t0\t0\t0\n"
            + "reject\t00000000\t00000000\t0201\t0\t0\t0\t00000000\t0\t0\t0\n"
            + "enp3s0\t000200C0\t00000000\t0001\t0\t0\t1\t00FFFFFF\t0\t0\t0\n"
        machine.files.write(header + table, to: "/proc/net/route")
        #expect(try await machine.sensors().map(\.id.description) == [id])
        #expect(try await machine.read(id) == .value(.text("wlp2s0")))
    }

    @Test("a machine with IPv6 alone has a default interface too")
    func ipv6() async throws {
        let zero = String(repeating: "0", count: 32)
        let gateway = "fe800000000000000000000000000001"
        machine.files.write(header, to: "/proc/net/route")
        machine.files.write(
            "\(zero) 00 \(zero) 00 \(zero) ffffffff 00000001 00000000 00200200       lo\n"
                + "\(zero) 00 \(zero) 00 \(gateway) 00000400 00000001 00000000 00000003   enp3s0\n",
            to: "/proc/net/ipv6_route"
        )
        #expect(try await machine.read(id) == .value(.text("enp3s0")))
    }

    @Test("without a default route there is no data, and an unreadable table says why")
    func none() async throws {
        machine.files.write(header, to: "/proc/net/route")
        #expect(try await machine.read(id) == .unavailable(.noData))
        machine.files.fail("/proc/net/route", with: EACCES)
        #expect(try await machine.read(id) == .unavailable(.permission))
    }
}
