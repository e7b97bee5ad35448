import Live
import Shared
import Testing

@Suite("Network links")
struct LiveNetworkLinksTests {
    @Test("the loopback address is listed once, in bytes and as people write it")
    func loopback() throws {
        let addresses = try LiveNetworkLinks().addresses()
        let loopback = InterfaceAddress(interface: "lo", family: .ipv4, bytes: [127, 0, 0, 1], text: "127.0.0.1")
        #expect(addresses.count { $0 == loopback } == 1)
        for address in addresses {
            #expect(address.bytes.count == (address.family == .ipv4 ? 4 : 16))
            #expect(!address.text.isEmpty && !address.text.contains("%"))
        }
    }
}
