import Shared
import Testing

@Suite struct NetworkChangesTests {
    private func link(_ index: Int32, _ state: NetworkLink.OperationalState = .up) -> NetworkLink {
        NetworkLink(index: index, name: "eth\(index)", operationalState: state)
    }

    @Test("of changes of one interface the last one counts, and that it was gone in between stays known")
    func lastCounts() {
        var changes = NetworkChanges(links: [link(1)])
        changes.merge(NetworkChanges(links: [link(1, .down), link(2)]))
        #expect(changes.links == [1: link(1, .down), 2: link(2)])
        changes.merge(NetworkChanges(gone: [1], addresses: [2]))
        #expect(changes.links == [2: link(2)])
        changes.merge(NetworkChanges(links: [link(1)], hasRoutes: true))
        #expect(changes.links.keys.sorted() == [1, 2])
        #expect(changes.gone == [1])
        #expect(changes.hasRoutes && changes.addresses == [2] && !changes.isOverrun)
    }

    @Test("more interfaces than anybody has are an overrun, which nothing adds to")
    func bounded() {
        var changes = NetworkChanges()
        #expect(changes.isEmpty)
        for index: Int32 in 0..<5000 { changes.merge(NetworkChanges(links: [link(index)])) }
        changes.merge(NetworkChanges(gone: [1], hasRoutes: true))
        #expect(changes == NetworkChanges(isOverrun: true))
    }
}
