/// What the kernel says of network interfaces over netlink, in the network namespace of this process.
package protocol NetworkLinks: Sendable {
    /// All interfaces.
    func links() throws(NetworkLinksError) -> [NetworkLink]

    /// All addresses of all interfaces, in the kernel's order, which puts primary ones first.
    func addresses() throws(NetworkLinksError) -> [InterfaceAddress]

    /// The default routes of the main table that could be used now.
    func defaultRoutes() throws(NetworkLinksError) -> [DefaultRoute]

    /// The Wi-Fi interfaces; empty on a kernel without Wi-Fi. Asks no card.
    func wirelessInterfaces() throws(NetworkLinksError) -> [WirelessInterface]

    /// The access point that a Wi-Fi interface is connected to; `nil` while there is none. Asks the card.
    ///
    /// - Parameter link: ``NetworkLink/index``
    func accessPoint(of link: Int32) throws(NetworkLinksError) -> WirelessStation?

    /// What changes from now on; the observer is in place when this returns.
    ///
    /// Changes that a slow reader has not taken yet are merged to one element, so that no storm is ever too much. The
    /// stream ends when nobody reads it any more; on a machine without netlink it is silent.
    func changes() -> AsyncStream<NetworkChanges>
}
