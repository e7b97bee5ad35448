import Shared

/// The demo's interfaces, after those of the machine below.
struct DemoNetworkLinks: NetworkLinks {
    private let parts: DemoParts
    private let base: (any NetworkLinks)?
    private let sinceBoot: @Sendable () -> Duration

    init(parts: DemoParts, over base: (any NetworkLinks)?, sinceBoot: @escaping @Sendable () -> Duration) {
        self.parts = parts
        self.base = base
        self.sinceBoot = sinceBoot
    }

    func links() throws(NetworkLinksError) -> [NetworkLink] {
        let machine = DemoMachine(at: sinceBoot())
        let below = try base?.links() ?? []
        return below + own { $0.link(on: machine) }
    }

    func addresses() throws(NetworkLinksError) -> [InterfaceAddress] {
        let below = try base?.addresses() ?? []
        return below + own(\.addresses).flatMap { $0 }
    }

    func defaultRoutes() throws(NetworkLinksError) -> [DefaultRoute] {
        let below = try base?.defaultRoutes() ?? []
        return below + own(\.defaultRoute)
    }

    func wirelessInterfaces() throws(NetworkLinksError) -> [WirelessInterface] {
        let below = try base?.wirelessInterfaces() ?? []
        return below + own(\.wireless).compactMap { $0 }
    }

    func accessPoint(of link: Int32) throws(NetworkLinksError) -> WirelessStation? {
        let machine = DemoMachine(at: sinceBoot())
        guard parts.contains(.network), let own = DemoInterface.all.first(where: { $0.number == link }) else {
            return try base?.accessPoint(of: link)
        }
        return own.accessPoint(on: machine)
    }

    func changes() -> AsyncStream<NetworkChanges> {
        // The demo's own interfaces stay as they are.
        base?.changes() ?? AsyncStream { _ in }
    }

    private func own<Part>(_ part: (DemoInterface) -> Part) -> [Part] {
        parts.contains(.network) ? DemoInterface.all.map(part) : []
    }
}
