import CMnl
import Glibc
import Shared

extension NetworkLink {
    /// - Parameter message: `RTM_NEWLINK`
    /// - Returns: `nil` for what a bridge says of its ports, and for a message that makes no sense.
    init?(_ message: NetlinkMessage) {
        guard let header = message.header(ifinfomsg.self), Int32(header.ifi_family) == AF_UNSPEC else { return nil }
        self.init(
            index: header.ifi_index,
            name: "",
            isLoopback: header.ifi_flags & UInt32(IFF_LOOPBACK) != 0,
            isWantedUp: header.ifi_flags & UInt32(IFF_UP) != 0,
            hasCarrier: false,
            operationalState: .unknown
        )
        message.attributes(after: ifinfomsg.self).forEach { number, payload in take(number, payload) }
        // The kernel says "no carrier" for all that its administrator has down.
        hasCarrier = hasCarrier && isWantedUp
        guard !name.isEmpty else { return nil }
    }

    private mutating func take(_ number: Int, _ payload: UnsafeRawBufferPointer) {
        switch number {
        case IFLA_IFNAME: name = payload.text
        case IFLA_OPERSTATE: operationalState = payload.first.flatMap(Self.state) ?? .unknown
        case IFLA_CARRIER: hasCarrier = payload.first == 1
        case IFLA_PERM_ADDRESS: permanentAddress = payload.contains { $0 != 0 } ? Array(payload) : nil
        case IFLA_PARENT_DEV_NAME: parent = payload.text
        case IFLA_LINKINFO:
            NetlinkAttributes(payload).forEach { number, payload in
                if number == IFLA_INFO_KIND { kind = payload.text }
            }
        case IFLA_STATS64:
            guard let received = payload.value(UInt64.self, at: Self.rxOffset),
                let sent = payload.value(UInt64.self, at: Self.txOffset)
            else { return }
            (receivedBytes, sentBytes) = (received, sent)
        default: break
        }
    }

    // Places in `rtnl_link_stats64`; later kernels only add at its end.
    private static let rxOffset = 2 * MemoryLayout<UInt64>.size
    private static let txOffset = 3 * MemoryLayout<UInt64>.size

    /// `IF_OPER_*` of RFC 2863.
    private static func state(_ number: UInt8) -> OperationalState? {
        let states: [OperationalState] = [.unknown, .notpresent, .down, .lowerlayerdown, .testing, .dormant, .up]
        return states.indices.contains(Int(number)) ? states[Int(number)] : nil
    }
}
