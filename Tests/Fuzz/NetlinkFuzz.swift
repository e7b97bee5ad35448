import Shared

@testable import Live

/// Attributes of nl80211 and of rtnetlink, behind a byte that chooses the message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNetlink(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    // Netlink's own buffers are aligned, and the decoders may count on it.
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    bytes.withUnsafeBytes { buffer in
        switch start[0] % 5 {
        case 0:
            guard let wireless = WirelessInterface(NetlinkAttributes(buffer)) else { return }
            precondition(wireless.networkName.map { $0.count <= 32 } ?? true, "a network name over 32 bytes")
        case 1:
            guard let station = WirelessStation(NetlinkAttributes(buffer)) else { return }
            precondition(station.address.count == 6, "an address of another length")
        case 2:
            guard let link = NetworkLink(NetlinkMessage(type: 16, payload: buffer)) else { return }
            precondition(!link.name.isEmpty, "an interface without a name")
        case 3:
            guard let address = InterfaceAddress(NetlinkMessage(type: 20, payload: buffer)) else { return }
            precondition(address.text != nil, "an address that nobody can write")
        default: _ = DefaultRoute(NetlinkMessage(type: 24, payload: buffer))
        }
    }
    return 0
}
