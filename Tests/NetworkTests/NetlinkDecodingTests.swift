import Shared
import TestSupport
import Testing

@testable import Live

/// The decoders over bytes: of a fixture, cut anywhere, and by chance.
@Suite struct NetlinkDecodingTests {
    let interface =
        "08000300030000000b000400776c703273300000080001000000000008000500020000000a00060002000000002100000c003400436166c3a92035470800"
        + "26003c140000"
    let station =
        "08000300030000000a0006000200000000aa00002800158005000700c700000005000d00c60000001400088008000500db21000006000100db210000"

    @Test("the kernel's answers about a Wi-Fi interface are understood")
    func wireless() {
        #expect(
            NetlinkBytes(hexadecimal: interface).read { WirelessInterface($0) }
                == WirelessInterface(link: 3, isClient: true, networkName: Array("Café 5G".utf8), frequency: 5180)
        )
        #expect(
            NetlinkBytes(hexadecimal: station).read { WirelessStation($0) }
                == WirelessStation(
                    address: [2, 0, 0, 0, 0, 0xAA],
                    signal: -57,
                    averageSignal: -58,
                    sendBitRate: 866_700_000
                )
        )
    }

    @Test("an old kernel's bit rate in 16 bits is understood, and a neighbour is no access point")
    func oldAndOdd() {
        // MAC, and STA_INFO with TX_BITRATE (8) of BITRATE (1) 540 alone.
        let mac = "0a0006000200000000aa0000"
        let old = mac + "14001580" + "1000088006000100" + "1c0200000000" + "0000"
        #expect(NetlinkBytes(hexadecimal: old).read { WirelessStation($0) }?.sendBitRate == 54_000_000)
        // STA_FLAGS (17): mask and set with the bit of TDLS (6).
        let neighbour = mac + "10001580" + "0c001100" + "40000000" + "40000000"
        #expect(NetlinkBytes(hexadecimal: neighbour).read { WirelessStation($0) } == nil)
    }

    @Test("an answer that was cut anywhere gives less or nothing, and never a trap", arguments: 0..<61)
    func cut(bytes: Int) {
        let interface = NetlinkBytes(hexadecimal: String(interface.prefix(bytes * 2))).read { WirelessInterface($0) }
        #expect(interface == nil || interface?.link == 3)
        let station = NetlinkBytes(hexadecimal: String(station.prefix(bytes * 2))).read { WirelessStation($0) }
        #expect(station == nil || station?.address.last == 0xAA)
    }

    @Test("any bytes give values in range or nothing, and never a trap", arguments: 0..<64)
    func chance(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        for _ in 0..<500 {
            // Small numbers make lengths and attribute numbers that lead somewhere.
            let bytes = (0..<chance.below(160)).map { _ in
                UInt8(chance.below(4) == 0 ? chance.below(256) : chance.below(64))
            }
            bytes.withUnsafeBytes { buffer in
                for type: UInt16 in [16, 20, 24] {
                    let message = NetlinkMessage(type: type, payload: buffer)
                    if let link = NetworkLink(message) { #expect(!link.name.isEmpty) }
                    if let address = InterfaceAddress(message) { #expect(address.text != nil) }
                    _ = DefaultRoute(message)
                }
                let attributes = NetlinkAttributes(buffer)
                if let wireless = WirelessInterface(attributes) {
                    #expect(wireless.networkName.map { $0.count <= 32 } ?? true)
                }
                if let station = WirelessStation(attributes) { #expect(station.address.count == 6) }
            }
        }
    }
}
