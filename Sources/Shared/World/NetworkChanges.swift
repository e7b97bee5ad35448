/// What changed on the network since the last look, merged.
package struct NetworkChanges: Sendable, Hashable {
    /// Interfaces that came or changed, as they are now.
    package private(set) var links: [Int32: NetworkLink]
    /// Interfaces that went.
    package private(set) var gone: Set<Int32>
    /// Interfaces that got or lost an address.
    package var addresses: Set<Int32>
    /// Whether a default route came or went.
    package var hasRoutes: Bool
    /// Changes were lost (`ENOBUFS`, or more than 4096 interfaces at once): look at everything anew.
    package private(set) var isOverrun: Bool

    private static let most = 4096

    package init(
        links: [NetworkLink] = [],
        gone: Set<Int32> = [],
        addresses: Set<Int32> = [],
        hasRoutes: Bool = false,
        isOverrun: Bool = false
    ) {
        self.links = Dictionary(links.map { ($0.index, $0) }) { $1 }
        self.gone = gone
        self.addresses = addresses
        self.hasRoutes = hasRoutes
        self.isOverrun = isOverrun
    }

    package var isEmpty: Bool {
        links.isEmpty && gone.isEmpty && addresses.isEmpty && !hasRoutes && !isOverrun
    }

    /// Adds what happened later.
    package mutating func merge(_ later: NetworkChanges) {
        if isOverrun { return }
        if later.isOverrun {
            self = NetworkChanges(isOverrun: true)
            return
        }
        for index in later.gone {
            links[index] = nil
            gone.insert(index)
        }
        for (index, link) in later.links {
            // One that came back under its number: that it was gone stays to be told.
            links[index] = link
        }
        addresses.formUnion(later.addresses)
        hasRoutes = hasRoutes || later.hasRoutes
        if links.count + gone.count + addresses.count > Self.most { self = NetworkChanges(isOverrun: true) }
    }
}
