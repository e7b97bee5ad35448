import Shared
import TestSupport
import Testing

@testable import Live

@Suite("Network links")
struct LiveNetworkLinksTests {
    let links = LiveNetworkLinks(log: RecordedLog())

    @Test("the loopback interface is there, with its address, in bytes and as people write it")
    func loopback() throws {
        let loopback = try #require(try links.links().first { $0.isLoopback })
        #expect(loopback.name == "lo")
        #expect(loopback.parent == nil && loopback.permanentAddress == nil)
        let addresses = try links.addresses()
        for address in addresses {
            #expect(address.bytes.count == (address.family == .ipv4 ? 4 : 16))
            #expect(address.text?.isEmpty == false)
        }
        let own = addresses.filter { $0.link == loopback.index && $0.family == .ipv4 }
        // A namespace whose loopback was never started has none.
        if loopback.isWantedUp {
            #expect(own.contains { $0.text == "127.0.0.1" && $0.scope == .host && $0.flags == .permanent })
        }
    }

    @Test("netlink tells of each interface what its files tell, where they show the same network")
    func sameAsFiles() throws {
        let files = LiveFileTree(root: "/")
        for link in try links.links() {
            let folder = "/sys/class/net/\(link.name)"
            guard try files.text("\(folder)/ifindex") == "\(link.index)" else { continue }
            #expect(try files.text("\(folder)/operstate") == link.operationalState.rawValue)
            #expect(
                (try? files.resolved("\(folder)/device"))?.split(separator: "/").last.map(String.init) == link.parent
            )
            let received = try #require(try files.text("\(folder)/statistics/rx_bytes").flatMap { UInt64($0) })
            #expect(received >= link.receivedBytes)
            // A kernel that does not say "no carrier" refuses to say it of what is down.
            #expect((try? files.text("\(folder)/carrier")) == (link.isWantedUp ? (link.hasCarrier ? "1" : "0") : nil))
        }
    }

    @Test("a machine without Wi-Fi has no Wi-Fi interfaces, and every one that has is an interface")
    func wireless() throws {
        let all = Set(try links.links().map(\.index))
        #expect(try links.wirelessInterfaces().allSatisfy { all.contains($0.link) })
        #expect(try links.defaultRoutes().allSatisfy { all.contains($0.link) })
    }

    @Test("the socket is closed when nobody reads its changes any more")
    func abandoned() async {
        await withCheckedContinuation { closed in
            _ = links.changes(receiveBufferBytes: 1 << 16, whenClosed: { closed.resume() })
        }
    }

    @Test("the socket is closed when the task that reads its changes is cancelled")
    func cancelled() async {
        let (closed, continuation) = AsyncStream.makeStream(of: Void.self)
        let stream = links.changes(receiveBufferBytes: 1 << 16, whenClosed: { continuation.finish() })
        let reader = Task {
            for await _ in stream {}
        }
        reader.cancel()
        await reader.value
        for await _ in closed {}
    }
}
