import CMnl
import Glibc
import Shared

/// A netlink socket that hears of interfaces, addresses and routes from its birth on.
///
/// A class because both handlers of a dispatch source hold it, which a `~Copyable` struct does not allow. Unchecked because
/// a socket is for one thread at a time: after `init` only the serial queue of that source touches it.
final class NetlinkMonitor: @unchecked Sendable {
    private let socket: NetlinkSocket
    private let whenClosed: @Sendable () -> Void

    private static let groups =
        RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE

    /// - Parameter whenClosed: Called when the monitor goes, and its socket with it.
    init(receiveBufferBytes: Int32, whenClosed: @escaping @Sendable () -> Void) throws(NetworkLinksError) {
        self.whenClosed = whenClosed
        socket = try NetlinkSocket(
            NETLINK_ROUTE,
            groups: UInt32(Self.groups),
            what: "network changes",
            receiveBufferBytes: receiveBufferBytes
        )
    }

    deinit {
        whenClosed()
    }

    /// Readable when there is something to ``drain(into:)``.
    var descriptor: Int32 { socket.descriptor }

    /// Hands on all that is pending.
    func drain(into tell: (NetworkChanges) -> Void) {
        while true {
            let code = socket.receive { header, payload in
                let message = NetlinkMessage(type: header.nlmsg_type, payload: payload)
                let changes = Self.changes(message)
                if !changes.isEmpty { tell(changes) }
            }
            switch code {
            case 0, EINTR: continue
            case ENOBUFS, ENOSPC: tell(NetworkChanges(isOverrun: true))
            default: return  // EAGAIN: nothing left; whatever else: if there is more, the descriptor says so again
            }
        }
    }

    private static func changes(_ message: NetlinkMessage) -> NetworkChanges {
        switch Int(message.type) {
        case RTM_NEWLINK: NetworkChanges(links: NetworkLink(message).map { [$0] } ?? [])
        case RTM_DELLINK: NetworkChanges(gone: NetworkLink(message).map { [$0.index] } ?? [])
        case RTM_NEWADDR, RTM_DELADDR: NetworkChanges(addresses: InterfaceAddress(message).map { [$0.link] } ?? [])
        case RTM_NEWROUTE, RTM_DELROUTE: NetworkChanges(hasRoutes: DefaultRoute(message) != nil)
        default: NetworkChanges()
        }
    }
}
