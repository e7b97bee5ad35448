package import Shared

/// Netlink of a machine that is only a folder: the kernel answers for this host alone, so there is none.
package struct AbsentNetworkLinks: NetworkLinks {
    package init() {}

    package func links() throws(NetworkLinksError) -> [NetworkLink] { throw .absent }

    package func addresses() throws(NetworkLinksError) -> [InterfaceAddress] { throw .absent }

    package func defaultRoutes() throws(NetworkLinksError) -> [DefaultRoute] { throw .absent }

    package func wirelessInterfaces() throws(NetworkLinksError) -> [WirelessInterface] { throw .absent }

    package func accessPoint(of link: Int32) throws(NetworkLinksError) -> WirelessStation? { throw .absent }

    package func changes() -> AsyncStream<NetworkChanges> {
        AsyncStream { _ in }
    }
}
