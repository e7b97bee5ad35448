import Shared

/// The addresses of the demo's interfaces, after those of the machine below.
struct DemoNetworkLinks: NetworkLinks {
    private let parts: DemoParts
    private let base: (any NetworkLinks)?

    init(parts: DemoParts, over base: (any NetworkLinks)?) {
        self.parts = parts
        self.base = base
    }

    func addresses() throws(FileError) -> [InterfaceAddress] {
        let below = try base?.addresses() ?? []
        return parts.contains(.network) ? below + DemoInterface.all.flatMap(\.addresses) : below
    }
}
