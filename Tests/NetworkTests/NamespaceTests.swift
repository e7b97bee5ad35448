import Dispatch
import FoundationEssentials
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Live
@testable import Network

/// The family over the real kernel. One after the other, since the namespace is one.
@Suite(
    "The network over the real kernel",
    .serialized,
    .timeLimit(.minutes(5)),
    .enabled(if: NamespaceNetwork.isPossible, "runs only in a network namespace of its own: use Tests/namespaces")
)
struct NamespaceTests {
    let network = NamespaceNetwork()

    private func inCleanNetwork(_ test: () async throws -> Void) async throws {
        try await network.clear()
        let result: Result<Void, any Error>
        do {
            result = .success(try await test())
        } catch {
            result = .failure(error)
        }
        try await network.clear()
        try result.get()
    }

    @Test("a cable that is pulled and put back is noticed at once, by event, and the state is the kernel's word")
    func upAndDown() async throws {
        try await inCleanNetwork {
            _ = try await network.plug("card0", address: 1)
            let link = try await network.id("link", of: "card0")
            let state = try await network.id("operstate", of: "card0")
            let changes = await network.changes()
            try await network.ip("link set card0-far down")
            try await network.wait(for: link, .value(.flag(false)), in: changes)
            #expect(try await network.read(state).outcome == .value(.text("lowerlayerdown")))
            try await network.ip("link set card0-far up")
            try await network.wait(for: link, .value(.flag(true)), in: changes)
            try await network.ip("link set card0 down")
            try await network.wait(for: state, .value(.text("down")), in: changes)
            #expect(try await network.read(link).outcome == .value(.flag(false)))
        }
    }

    @Test("a renamed card keeps its id, and its new name is told")
    func rename() async throws {
        try await inCleanNetwork {
            _ = try await network.plug("card0", address: 1)
            let before = try await network.id("link", of: "card0")
            let changes = await network.changes()
            try await network.ip("link set card0 down")
            try await network.ip("link set card0 name lan0")
            try await network.ip("link set lan0 up")
            for await change in changes where change == .listAgain { break }
            #expect(try await network.id("link", of: "lan0") == before)
        }
    }

    @Test(
        "D19: a card that is unplugged turns unavailable, and is back under its id when it returns under another number"
    )
    func returns() async throws {
        try await inCleanNetwork {
            let first = try await network.plug("card0", address: 1)
            let link = try await network.id("link", of: "card0")
            let changes = await network.changes()
            try await network.ip("link delete card0")
            try await network.wait(for: link, .unavailable(.notPresent), in: changes)
            let second = try await network.plug("card0", address: 1)
            #expect(first.index != second.index)
            #expect(try await network.id("link", of: "card0") == link)
        }
    }

    @Test("an address that is added is noticed; the primary one is shown, the others by a sensor of their own")
    func address() async throws {
        try await inCleanNetwork {
            _ = try await network.plug("card0", address: 1)
            let ipv4 = try await network.id("ipv4", of: "card0")
            #expect(try await network.read(ipv4).outcome == .unavailable(.noData))
            let changes = await network.changes()
            try await network.ip("address add 192.0.2.7/24 dev card0")
            try await network.wait(for: ipv4, .value(.text("192.0.2.7")), in: changes)
            try await network.ip("address add 192.0.2.8/24 dev card0")
            try await network.ip("address add 198.51.100.1 peer 198.51.100.2 dev card0")
            let reading = try await network.read(ipv4)
            #expect(reading.outcome == .value(.text("192.0.2.7")))
            #expect(reading.attributes.isEmpty)
            let others = try await network.read(network.id("other_addresses", of: "card0"))
            #expect(others.outcome == .value(.integer(2)))
            #expect(others.attributes == ["ipv4": .text("198.51.100.1, 192.0.2.8")])
            try await network.ip("-6 address add 2001:db8::1:1/64 dev card0 nodad preferred_lft 0")
            try await network.ip("-6 address add fd00:1234::5/64 dev card0 nodad")
            let ipv6 = try await network.id("ipv6", of: "card0")
            #expect(try await network.read(ipv6).outcome == .value(.text("fd00:1234::5")))
            try await network.ip("-6 address add 2001:db8::1:2/64 dev card0 nodad")
            #expect(try await network.read(ipv6).outcome == .value(.text("2001:db8::1:2")))
        }
    }

    @Test("what netlink tells of addresses and interfaces is what ip tells")
    func sameAsIP() async throws {
        struct Listed: Decodable {
            struct Address: Decodable {
                var local: String
                var scope: String
                var temporary: Bool?
                var deprecated: Bool?
                var tentative: Bool?
                var secondary: Bool?
            }
            struct Kind: Decodable {
                var info_kind: String?
            }
            var ifindex: Int32
            var ifname: String
            var operstate: String
            var flags: [String]
            var linkinfo: Kind?
            var addr_info: [Address]
        }
        try await inCleanNetwork {
            _ = try await network.plug("card0", address: 1)
            try await network.ip("link add name bridge0 type bridge")
            for address in ["192.0.2.7/24", "192.0.2.8/24", "198.51.100.1 peer 198.51.100.2"] {
                try await network.ip("address add \(address) dev card0")
            }
            try await network.ip("-6 address add 2001:db8::1/64 dev card0 preferred_lft 0")
            // Something is sent now: the kernel's own first words on a new cable may take a second.
            let sent = try await ChildProgram.run(["bash", "-c", "printf word >/dev/udp/127.0.0.1/9"])
            try #require(sent.status == 0, "\(sent.standardError)")
            let live = LiveNetworkLinks(log: RecordedLog())
            let text = try await network.ip("-json -details address show")
            let listed = try JSONDecoder().decode([Listed].self, from: Data(text.utf8))
            let links = try live.links()
            let addresses = try live.addresses()
            #expect(links.contains { $0.sentBytes > 0 })
            #expect(links.map(\.index) == listed.map(\.ifindex).sorted())
            for entry in listed {
                let link = try #require(links.first { $0.index == entry.ifindex })
                #expect(link.name == entry.ifname)
                #expect(link.operationalState.rawValue == entry.operstate.lowercased())
                #expect(link.isWantedUp == entry.flags.contains("UP"))
                #expect(link.kind == entry.linkinfo?.info_kind)
                let own = addresses.filter { $0.link == link.index }
                // An address is checked for being free meanwhile.
                #expect(own.compactMap(\.text) == entry.addr_info.map(\.local))
                for (address, told) in zip(own, entry.addr_info) {
                    #expect("\(address.scope)" == told.scope)
                    #expect(address.flags.contains(.deprecated) == (told.deprecated == true))
                    #expect(address.flags.contains(.secondary) == (told.secondary == true))
                }
            }
        }
    }

    @Test(
        "the default route with the smallest metric names the interface, of several hops the first one; a change is noticed"
    )
    func routes() async throws {
        try await inCleanNetwork {
            _ = try await network.plug("card0", address: 1)
            _ = try await network.plug("card1", address: 2)
            let id = try SensorID("network.system.default_interface")
            #expect(try await network.read(id).outcome == .unavailable(.noData))
            try await network.ip("address add 192.0.2.7/24 dev card0")
            try await network.ip("address add 198.51.100.7/24 dev card1")
            let changes = await network.changes()
            try await network.ip("route add default via 198.51.100.1 metric 200")
            try await network.wait(for: id, .value(.text("card1")), in: changes)
            try await network.ip("route add default via 192.0.2.1 metric 100")
            try await network.wait(for: id, .value(.text("card0")), in: changes)
            try await network.ip("route add unreachable default metric 5")
            #expect(try await network.read(id).outcome == .value(.text("card0")))
            try await network.ip("route add default metric 10 nexthop via 198.51.100.1 nexthop via 192.0.2.1")
            try await network.wait(for: id, .value(.text("card1")), in: changes)
            #expect(try LiveNetworkLinks(log: RecordedLog()).defaultRoutes().map(\.metric).sorted() == [10, 100, 200])
        }
    }

    @Test("D18: bridges, and 500 veth pairs that come and go, are not offered and nobody is told")
    func noise() async throws {
        try await inCleanNetwork {
            _ = try await network.plug("card0", address: 1)
            let link = try await network.id("link", of: "card0")
            let ipv4 = try await network.id("ipv4", of: "card0")
            let addresses = [
                ipv4, try await network.id("ipv6", of: "card0"), try await network.id("other_addresses", of: "card0"),
            ]
            let before = Set(try await network.sensors().map(\.id))
            let changes = await network.changes()
            try await network.ip("link add name docker0 type bridge")
            try await network.ip(batch: (0..<500).map { "link add veth\($0) type veth peer name peer\($0)" })
            try await network.ip(batch: (0..<500).map { "link set veth\($0) up" })
            #expect(try network.links.links().count > 1000)
            #expect(Set(try await network.sensors().map(\.id)) == before)
            #expect(try await network.read(link).outcome == .value(.flag(true)))
            try await network.ip(batch: (0..<500).map { "link delete veth\($0)" })
            // The address comes last: all that is told before it is about the noise.
            try await network.ip("address add 192.0.2.7/24 dev card0")
            for await change in changes {
                guard case .readAgain(let ids?) = change else {
                    Issue.record("the noise was told: \(change)")
                    continue
                }
                #expect(ids.isSubset(of: addresses))
                if ids.contains(ipv4) { break }
            }
            #expect(Set(try await network.sensors().map(\.id)) == before)
        }
    }

    @Test("a veth end that its owner named is offered")
    func named() async throws {
        try await inCleanNetwork {
            let named = NamespaceNetwork(named: ["veth7"])
            try await named.ip("link add veth7 type veth peer name veth8")
            let things = Set(try await named.sensors().map(\.id.thing))
            #expect(things == ["veth7", "system"])
        }
    }

    @Test("D20: a cable that flaps 200 times is told at most once a second, its last state included")
    func storm() async throws {
        try await inCleanNetwork {
            _ = try await network.plug("card0", address: 1)
            let link = try await network.id("link", of: "card0")
            let ipv4 = try await network.id("ipv4", of: "card0")
            let changes = await network.changes()
            let clock = ContinuousClock()
            let start = clock.now
            for _ in 0..<10 {
                try await network.ip(
                    batch: (0..<20).map { "link set card0-far \($0.isMultiple(of: 2) ? "down" : "up")" }
                )
            }
            try await network.ip("link set card0-far down")
            try await network.ip("address add 192.0.2.7/24 dev card0")
            var count = 0
            var hasState = false
            for await change in changes {
                count += 1
                guard case .readAgain(let ids?) = change else { continue }
                if ids.contains(link) { hasState = true }
                if ids.contains(ipv4) { break }
            }
            let seconds = Int(start.duration(to: clock.now) / .seconds(1))
            #expect(hasState)
            #expect(count <= seconds + 2)
            #expect(try await network.read(link).outcome == .value(.flag(false)))
        }
    }

    @Test("D21: who was too slow for the kernel's events is told so, and hears what follows")
    func overrun() async throws {
        try await inCleanNetwork {
            let queue = DispatchQueue(label: "slow")
            let links = LiveNetworkLinks(log: RecordedLog(), queue: queue)
            let changes = links.changes(receiveBufferBytes: 1, whenClosed: {})
            queue.suspend()
            try await network.ip(batch: (0..<100).map { "link add veth\($0) type veth peer name peer\($0)" })
            queue.resume()
            var reader = changes.makeAsyncIterator()
            var next = await reader.next()
            while next?.isOverrun == false { next = await reader.next() }
            #expect(next?.isOverrun == true)
            try await network.ip("link add name bridge0 type bridge")
            while let told = next, !told.links.values.contains(where: { $0.name == "bridge0" }) {
                next = await reader.next()
            }
            #expect(next != nil)
        }
    }
}
