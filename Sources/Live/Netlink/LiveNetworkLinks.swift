import CMnl
import Dispatch
import Glibc
package import Shared
import Synchronization

/// Netlink of this machine, by libmnl: rtnetlink for interfaces, addresses and routes, nl80211 for Wi-Fi.
package final class LiveNetworkLinks: NetworkLinks {
    private let log: any LogSink
    /// All monitors are read here; a read never waits.
    private let queue: DispatchQueue
    private let hasSaidAbsent = Atomic(false)

    package convenience init(log: any LogSink) {
        self.init(log: log, queue: DispatchQueue(label: "netlink"))
    }

    init(log: any LogSink, queue: DispatchQueue) {
        self.log = log
        self.queue = queue
    }

    package func links() throws(NetworkLinksError) -> [NetworkLink] {
        let socket = try NetlinkSocket(NETLINK_ROUTE, what: "network interfaces")
        var request = NetlinkRequest(listing: RTM_GETLINK, ifinfomsg())
        // Without the sums of IPv6 for each interface; the bytes that are counted stay.
        request.put(UInt32(IFLA_EXT_MASK), UInt32(RTEXT_FILTER_SKIP_STATS))
        var links: [Int32: NetworkLink] = [:]
        // While containers come and go all the time, no list is ever whole: then all that was seen counts.
        for _ in 0..<4 {
            let isWhole = try socket.list(request) { message in
                if let link = NetworkLink(message) { links[link.index] = link }
            }
            if isWhole { break }
        }
        return links.values.sorted { $0.index < $1.index }
    }

    package func addresses() throws(NetworkLinksError) -> [InterfaceAddress] {
        let socket = try NetlinkSocket(NETLINK_ROUTE, what: "network addresses")
        return try socket.list(NetlinkRequest(listing: RTM_GETADDR, ifaddrmsg())) { InterfaceAddress($0) }
    }

    package func defaultRoutes() throws(NetworkLinksError) -> [DefaultRoute] {
        let socket = try NetlinkSocket(NETLINK_ROUTE, what: "default routes")
        socket.beStrict()
        var routes: [DefaultRoute] = []
        for family in [AF_INET, AF_INET6] {
            var header = rtmsg()
            header.rtm_family = UInt8(family)
            header.rtm_table = UInt8(RT_TABLE_MAIN.rawValue)
            do throws(NetworkLinksError) {
                routes += try socket.list(NetlinkRequest(listing: RTM_GETROUTE, header)) { DefaultRoute($0) }
            } catch .failed(_, code: ENOENT) {
                // Without any route there is no table; without IPv6 there is none of its own.
            }
        }
        return routes
    }

    package func wirelessInterfaces() throws(NetworkLinksError) -> [WirelessInterface] {
        let socket = try GenericNetlink(what: "Wi-Fi interfaces")
        guard let family = try socket.number(of: NL80211_GENL_NAME) else { return [] }
        return try socket.list(family, UInt32(NL80211_CMD_GET_INTERFACE.rawValue)) { WirelessInterface($0) }
    }

    package func accessPoint(of link: Int32) throws(NetworkLinksError) -> WirelessStation? {
        let socket = try GenericNetlink(what: "Wi-Fi connection")
        guard let family = try socket.number(of: NL80211_GENL_NAME) else { return nil }
        let stations = try socket.list(
            family,
            UInt32(NL80211_CMD_GET_STATION.rawValue),
            [NL80211_ATTR_IFINDEX.rawValue: UInt32(bitPattern: link)]
        ) { WirelessStation($0) }
        return stations.first
    }

    package func changes() -> AsyncStream<NetworkChanges> {
        changes(receiveBufferBytes: 1 << 20, whenClosed: {})
    }

    /// - Parameters:
    ///   - receiveBufferBytes: The kernel cuts it to its own limit; what does not fit is an overrun.
    ///   - whenClosed: Called when the observer is gone.
    func changes(
        receiveBufferBytes: Int32,
        whenClosed: @escaping @Sendable () -> Void
    ) -> AsyncStream<NetworkChanges> {
        let (stream, buffer) = NetworkChangeBuffer.makeStream()
        do throws(NetworkLinksError) {
            let monitor = try NetlinkMonitor(
                receiveBufferBytes: receiveBufferBytes,
                whenClosed: whenClosed
            )
            // Safe: a dispatch source may be cancelled from any thread; only its type does not say so.
            nonisolated(unsafe) let source = DispatchSource.makeReadSource(
                fileDescriptor: monitor.descriptor,
                queue: queue
            )
            source.setEventHandler { monitor.drain(into: buffer.merge) }
            // The descriptor has to stay open until the source has let go of it.
            source.setCancelHandler { withExtendedLifetime(monitor) {} }
            buffer.whenAbandoned { source.cancel() }
            source.activate()
        } catch {
            if !hasSaidAbsent.exchange(true, ordering: .relaxed) {
                log.write(.notice, "network changes will not be seen: \(error)")
            }
        }
        return stream
    }
}

extension NetlinkSocket {
    /// A list whose members may be found more than once or not at all while they change; it is begun again then, a few
    /// times at most.
    fileprivate func list<Member>(
        _ request: NetlinkRequest,
        _ decode: (NetlinkMessage) -> Member?
    ) throws(NetworkLinksError) -> [Member] {
        var members: [Member] = []
        for _ in 0..<4 {
            members = []
            let isWhole = try list(request) { message in
                if let member = decode(message) { members.append(member) }
            }
            if isWhole { break }
        }
        return members
    }
}
