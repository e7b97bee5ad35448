import CMnl
import Glibc
import Shared

extension DefaultRoute {
    /// - Parameter message: `RTM_NEWROUTE` or `RTM_DELROUTE`.
    /// - Returns: `nil` for any other route, such as one to a network, one that refuses, and one that can't be used now.
    init?(_ message: NetlinkMessage) {
        guard let header = message.header(rtmsg.self), header.rtm_dst_len == 0, header.rtm_src_len == 0,
            UInt32(header.rtm_type) == RTN_UNICAST, header.rtm_flags & UInt32(RTM_F_CLONED) == 0,
            header.rtm_flags & UInt32(RTNH_F_DEAD) == 0
        else { return nil }
        let family: InterfaceAddress.Family
        switch Int32(header.rtm_family) {
        case AF_INET: family = .ipv4
        case AF_INET6: family = .ipv6
        default: return nil
        }
        var table = UInt32(header.rtm_table)
        var link: Int32?
        var metric: UInt32 = 0
        message.attributes(after: rtmsg.self).forEach { number, payload in
            switch UInt32(number) {
            case RTA_TABLE.rawValue: table = payload.value(UInt32.self) ?? table
            case RTA_OIF.rawValue: link = payload.value(Int32.self)
            case RTA_PRIORITY.rawValue: metric = payload.value(UInt32.self) ?? metric
            case RTA_MULTIPATH.rawValue: link = link ?? Self.firstHop(payload)
            default: break
            }
        }
        guard table == RT_TABLE_MAIN.rawValue, let link else { return nil }
        self.init(link: link, family: family, metric: metric)
    }

    /// The interface of the first of several next hops that is alive.
    private static func firstHop(_ hops: UnsafeRawBufferPointer) -> Int32? {
        var start = 0
        while let hop = hops.value(rtnexthop.self, at: start), Int(hop.rtnh_len) >= MemoryLayout<rtnexthop>.size {
            if Int32(hop.rtnh_flags) & RTNH_F_DEAD == 0 { return hop.rtnh_ifindex }
            start += (Int(hop.rtnh_len) + 3) & ~3
        }
        return nil
    }
}
