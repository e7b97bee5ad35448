import Shared

/// A machine whose kernel can only be asked by its files.
struct FuzzNoNetlink: NetworkLinks {
    func links() throws(NetworkLinksError) -> [NetworkLink] { throw .absent }
    func addresses() throws(NetworkLinksError) -> [InterfaceAddress] { throw .absent }
    func defaultRoutes() throws(NetworkLinksError) -> [DefaultRoute] { throw .absent }
    func wirelessInterfaces() throws(NetworkLinksError) -> [WirelessInterface] { throw .absent }
    func accessPoint(of link: Int32) throws(NetworkLinksError) -> WirelessStation? { throw .absent }
    func changes() -> AsyncStream<NetworkChanges> { AsyncStream { $0.finish() } }
}
