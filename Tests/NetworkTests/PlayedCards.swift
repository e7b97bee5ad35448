import Shared
import Synchronization

/// Netlink of this machine, on which some made interfaces play cards: those of a network namespace have no hardware.
final class PlayedCards: NetworkLinks {
    private let base: any NetworkLinks
    private let cards = Mutex<[Int32: [UInt8]]>([:])

    init(over base: any NetworkLinks) {
        self.base = base
    }

    /// - Parameter address: What the card was made with.
    func play(_ index: Int32, address: [UInt8]) {
        cards.withLock { $0[index] = address }
    }

    func links() throws(NetworkLinksError) -> [NetworkLink] {
        try base.links().map(played)
    }

    func addresses() throws(NetworkLinksError) -> [InterfaceAddress] { try base.addresses() }

    func defaultRoutes() throws(NetworkLinksError) -> [DefaultRoute] { try base.defaultRoutes() }

    func wirelessInterfaces() throws(NetworkLinksError) -> [WirelessInterface] { try base.wirelessInterfaces() }

    func accessPoint(of link: Int32) throws(NetworkLinksError) -> WirelessStation? { try base.accessPoint(of: link) }

    func changes() -> AsyncStream<NetworkChanges> {
        let changes = base.changes()
        return AsyncStream { continuation in
            let task = Task {
                for await change in changes {
                    continuation.yield(
                        NetworkChanges(
                            links: change.links.values.map(self.played),
                            gone: change.gone,
                            addresses: change.addresses,
                            hasRoutes: change.hasRoutes,
                            isOverrun: change.isOverrun
                        )
                    )
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func played(_ link: NetworkLink) -> NetworkLink {
        guard let address = cards.withLock({ $0[link.index] }) else { return link }
        var card = link
        card.kind = nil
        card.parent = "0000:03:00.0"
        card.permanentAddress = address
        return card
    }
}
