import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Network

@Suite(.timeLimit(.minutes(5))) struct NetworkWatchTests {
    let machine = FakeNetwork()
    let card = NetworkLink(index: 2, name: "eth0", parent: "0000:03:00.0", permanentAddress: [2, 0, 0, 0, 0, 9])

    private var thing: String { ProviderContext.test().id(for: "02:00:00:00:00:09", "0") }

    private func ids(_ readings: String...) throws -> Set<SensorID> {
        Set(try readings.map { try SensorID(family: "network", thing: thing, reading: $0) })
    }

    private func flapped(_ isUp: Bool) -> NetworkChanges {
        var link = card
        link.hasCarrier = isUp
        link.operationalState = isUp ? .up : .down
        return NetworkChanges(links: [link])
    }

    /// All that is told while the kernel says these things, to a reader that is always ready.
    private func told(_ happening: (FakeNetworkLinks) async throws -> Void) async throws -> [ProviderChange] {
        machine.connect([card, NetworkLink(index: 3, name: "veth3", kind: "veth")])
        _ = try await machine.sensors()
        return try await inWorld(machine.enter) {
            let stream = machine.provider.changes()
            let reader = Task {
                var changes: [ProviderChange] = []
                for await change in stream { changes.append(change) }
                return changes
            }
            try await happening(machine.links)
            machine.links.finish()
            machine.devices.finish()
            return await reader.value
        }
    }

    /// Everything that is to be read again, together.
    private func idsRead(_ changes: [ProviderChange]) -> Set<SensorID> {
        changes.reduce(into: []) { result, change in
            if case .readAgain(let ids?) = change { result.formUnion(ids) }
        }
    }

    @Test("a cable that is pulled has its state read again, and not its counters")
    func state() async throws {
        let changes = try await told { $0.send(flapped(false)) }
        #expect(changes.count == 1)
        #expect(idsRead(changes).isSuperset(of: try ids("link", "operstate", "speed", "signal")))
        #expect(idsRead(changes).isDisjoint(with: try ids("rx_rate", "tx_total", "ipv4")))
    }

    @Test("an interface that says again what is known is no news")
    func nothingNew() async throws {
        var busy = card
        busy.receivedBytes = 12345
        #expect(try await told { $0.send(NetworkChanges(links: [busy])) }.isEmpty)
    }

    @Test("an address is read again when one comes or goes, the default interface when a route does")
    func addressesAndRoutes() async throws {
        let changes = try await told {
            $0.send(NetworkChanges(addresses: [2], hasRoutes: true))
        }
        let system = try SensorID("network.system.default_interface")
        #expect(changes == [.readAgain(try ids("ipv4", "ipv6", "other_addresses").union([system]))])
    }

    @Test("D18: interfaces that are not offered come, flap and go by the thousand, and nobody is told")
    func noise() async throws {
        let changes = try await told { links in
            for number: Int32 in 0..<1000 {
                let veth = NetworkLink(index: 100 + number, name: "veth\(number)", kind: "veth")
                links.send(NetworkChanges(links: [veth], addresses: [veth.index]))
                links.send(NetworkChanges(gone: [veth.index]))
            }
            links.send(NetworkChanges(addresses: [3]))
        }
        #expect(changes.isEmpty)
    }

    @Test("one that an owner named is told of although it is a container's")
    func named() async throws {
        let machine = FakeNetwork(named: ["veth3"])
        var veth = NetworkLink(index: 3, name: "veth3", kind: "veth")
        machine.connect([veth])
        _ = try await machine.sensors()
        veth.operationalState = .lowerlayerdown
        let changes = await inWorld(machine.enter) {
            let stream = machine.provider.changes()
            machine.links.send(NetworkChanges(links: [veth]))
            machine.links.finish()
            machine.devices.finish()
            return await stream.reduce(into: []) { $0.append($1) }
        }
        #expect(idsRead(changes).map(\.description).contains("network.veth3.link"))
    }

    @Test(
        "D19: a card that comes or takes another name has the list made again; one that goes has all its sensors read once"
    )
    func comesAndGoes() async throws {
        var renamed = card
        renamed.name = "enp3s0"
        #expect(try await told { $0.send(NetworkChanges(links: [renamed])) } == [.listAgain, .readAgain(nil)])
        var another = card
        another.index = 9
        another.permanentAddress = [2, 0, 0, 0, 0, 10]
        #expect(try await told { $0.send(NetworkChanges(links: [another])) } == [.listAgain, .readAgain(nil)])
        let gone = try await told {
            $0.send(NetworkChanges(gone: [2]))
            $0.send(NetworkChanges(gone: [2]))
        }
        #expect(gone.first == .listAgain)
        #expect(idsRead(gone).isSuperset(of: try ids("link", "rx_total", "ipv4")))
        #expect(gone.count == 2)
    }

    @Test("D21: after an overrun everything is looked at anew")
    func overrun() async throws {
        let changes = try await told { $0.send(NetworkChanges(isOverrun: true)) }
        #expect(changes == [.listAgain, .readAgain(nil)])
    }

    @Test("D20: 200 flaps in ten seconds are told at most once a second, the last one included")
    func storm() async throws {
        let clock = machine.clock
        let changes = try await told { links in
            for flap in 0..<200 {
                links.send(flapped(!flap.isMultiple(of: 2)))
                // The first one is told at once; from then on the teller sleeps.
                if flap == 0 { await clock.sleepers(atLeast: 1) }
                clock.advance(by: .milliseconds(50))
                // Lets a teller that does not keep its pace show it.
                for _ in 0..<20 { await Task.yield() }
            }
        }
        #expect((1...12).contains(changes.count))
        #expect(idsRead(changes).isSuperset(of: try ids("link")))
    }

    @Test("what a reader is too slow for is kept and told later, not lost")
    func slowReader() async throws {
        machine.connect([card])
        _ = try await machine.sensors()
        let clock = machine.clock
        let (first, rest) = await inWorld(machine.enter) {
            var reader = machine.provider.changes().makeAsyncIterator()
            // The stream holds four elements, and nobody reads: what follows can't be told.
            for round in 0..<6 {
                machine.links.send(flapped(!round.isMultiple(of: 2)))
                await clock.sleepers(atLeast: 1)
                clock.advance(by: .seconds(1))
            }
            machine.links.send(NetworkChanges(addresses: [2], isOverrun: true))
            for _ in 0..<5 {
                await clock.sleepers(atLeast: 1)
                clock.advance(by: .seconds(1))
            }
            var first: [ProviderChange] = []
            while first.count < 4, let change = await reader.next() { first.append(change) }
            machine.links.finish()
            machine.devices.finish()
            var rest: [ProviderChange] = []
            while let change = await reader.next() { rest.append(change) }
            return (first, rest)
        }
        #expect(first.count == 4)
        #expect(first.allSatisfy { $0 != .listAgain })
        #expect(rest.contains(.listAgain))
        #expect(rest.contains(.readAgain(nil)))
    }
}
