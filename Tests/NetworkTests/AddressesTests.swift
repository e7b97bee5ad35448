import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Network

@Suite struct AddressesTests {
    let links = FakeNetworkLinks()
    let files = FakeFileTree()

    private func ipv4(_ texts: [String], name: String = "eth0") -> Result<String, UnavailableReason> {
        links.set(
            texts.map { text in
                let bytes = text.split(separator: ".").compactMap { UInt8($0) }
                return InterfaceAddress(interface: name, family: .ipv4, bytes: bytes, text: text)
            }
        )
        var addresses = Addresses(links, files)
        do throws(UnavailableReason) { return .success(try addresses.ipv4(of: "eth0")) } catch {
            return .failure(error)
        }
    }

    private func ipv6(_ table: String) -> Result<String, UnavailableReason> {
        files.write(table, to: "/proc/net/if_inet6")
        var addresses = Addresses(links, files)
        do throws(UnavailableReason) { return .success(try addresses.ipv6(of: "eth0")) } catch {
            return .failure(error)
        }
    }

    @Test("the first IPv4 address that is valid beyond the link is shown, also one with a label")
    func firstIPv4() {
        #expect(ipv4(["169.254.3.4", "192.0.2.7", "198.51.100.2"]) == .success("192.0.2.7"))
        #expect(ipv4(["192.0.2.8"], name: "eth0:0") == .success("192.0.2.8"))
        #expect(ipv4(["192.0.2.8"], name: "eth01") == .failure(.noData))
        #expect(ipv4([]) == .failure(.noData))
    }

    @Test(
        "a public IPv6 address goes before a unique-local one, one set by hand before a learned one, and then the lowest"
    )
    func order() {
        let local = "fd001234000000000000000000000005 03 40 00 80   eth0\n"
        let high = "20010db8000200000000000000000001 03 40 00 00   eth0\n"
        let low = "20010db800010000000000000000abcd 03 40 00 00   eth0\n"
        let byHand = "20010db8000f00000000000000000009 03 40 00 80   eth0\n"
        #expect(ipv6(local) == .success("fd00:1234::5"))
        #expect(ipv6(local + high + low) == .success("2001:db8:1::abcd"))
        #expect(ipv6(low + high + local) == .success("2001:db8:1::abcd"))
        #expect(ipv6(low + byHand) == .success("2001:db8:f::9"))
    }

    @Test(
        "an IPv6 address that will not stay, is not valid, or is another interface's is not shown",
        arguments: ["00 01", "00 20", "00 40", "00 08", "20 80", "10 80", "40 80"]
    )
    func unstable(scopeAndFlags: String) {
        #expect(ipv6("20010db8000200000000000000000001 03 40 \(scopeAndFlags) eth0\n") == .failure(.noData))
        #expect(ipv6("20010db8000200000000000000000001 03 40 00 80 eth1\nnonsense\n") == .failure(.noData))
    }
}
