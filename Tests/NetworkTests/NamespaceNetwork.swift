import FoundationEssentials
import Glibc
import Live
import Network
import SensorSDK
import Shared
import TestSupport
import Testing

/// The kernel's own network, in a namespace that only this process has. Cables are veth pairs; one end plays a card.
struct NamespaceNetwork {
    /// Whether `Tests/namespaces` started this process; anywhere else the tests would change the machine's network.
    static var isPossible: Bool { getenv("NETWORK_NAMESPACE") != nil }

    let links = PlayedCards(over: LiveNetworkLinks(log: RecordedLog()))
    let provider: NetworkProvider

    init(named: [String] = []) {
        provider = NetworkProvider(context: .test(namedSources: named))
    }

    /// - Parameter arguments: Of `ip`.
    @discardableResult
    func ip(_ arguments: String) async throws -> String {
        let output = try await ChildProgram.run(["ip"] + arguments.split(separator: " ").map(String.init))
        try #require(output.status == 0, "ip \(arguments): \(output.standardError)")
        return output.standardOutput
    }

    /// Many commands of `ip` at once; what one of them can't do is passed over.
    func ip(batch lines: [String]) async throws {
        let folder = try TemporaryFolder()
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: "\(folder.path)/batch"))
        _ = try await ChildProgram.run(["ip", "-force", "-batch", "\(folder.path)/batch"])
    }

    /// A cable between a card and another machine, both ends up.
    func plug(_ name: String, address: UInt8) async throws -> NetworkLink {
        try await ip("link add \(name) type veth peer name \(name)-far")
        try await ip("link set \(name)-far up")
        try await ip("link set \(name) up")
        let link = try #require(try links.links().first { $0.name == name })
        links.play(link.index, address: [2, 0, 0, 0, 0, address])
        return link
    }

    /// Takes all that was made away.
    func clear() async throws {
        // Asked of the kernel itself, since a card does not say that it is made.
        let made = try LiveNetworkLinks(log: RecordedLog()).links().filter { ["veth", "bridge"].contains($0.kind) }
        // The other end of a cable goes with the first one.
        try await ip(batch: made.map { "link delete \($0.name)" })
    }

    func sensors() async throws -> [Sensor] {
        try await inWorld(enter) { try await provider.sensors() }
    }

    func id(_ reading: String, of name: String) async throws -> SensorID {
        let sensors = try await sensors()
        return try #require(sensors.first { $0.device == name && $0.id.reading == reading }?.id, "\(name) \(reading)")
    }

    func read(_ id: SensorID) async throws -> Reading {
        let readings = await inWorld(enter) { await provider.read([id]) }
        return try #require(readings.first { $0.sensor == id })
    }

    func changes() async -> AsyncStream<ProviderChange> {
        await inWorld(enter) { provider.changes() }
    }

    /// Reads again at each change that concerns a sensor, until it says what it should.
    func wait(for id: SensorID, _ outcome: Reading.Outcome, in changes: AsyncStream<ProviderChange>) async throws {
        for await change in changes {
            if case .readAgain(let ids) = change, ids?.contains(id) != false, try await read(id).outcome == outcome {
                return
            }
        }
    }

    private func enter(_ world: inout World) {
        world.files = LiveFileTree(root: "/")
        world.networkLinks = links
        world.clock = ContinuousClock()
    }
}
