import FoundationEssentials
import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Daemon

/// Whatever a client of the control socket says: it gets an answer or is hung up on, and the next client is served.
@Suite(.timeLimit(.minutes(5))) struct ControlPropertyTests {
    /// What clients of ours send, to be spoiled.
    private static func requests() throws -> [[UInt8]] {
        let encoder = JSONEncoder()
        return try [
            ControlRequest.listSensors, .readSensors(patterns: ["*"]),
            .enableSensors(patterns: ["test"], servers: .all),
            .setInterval(id: "test.a.b", milliseconds: .max), .setInterval(id: "test.a.b", milliseconds: .min),
            .addSource(family: "test", source: "/x"), .listServers, .status, .listNames,
            .auditServers(name: nil, since: "x"),
            .setServer(name: "home", change: .url("x")), .removeServer(name: "\u{1B}[2J"),
            .restartPlugin(name: "", isReset: true),
        ].map { Array(try encoder.encode(ControlEnvelope($0))) }
    }

    @Test("any lines leave the daemon at work, and its answers are whole lines of JSON without control characters")
    func lines() async throws {
        let folder = try TemporaryFolder()
        let requests = try Self.requests()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([try PromiseTests.sensor("test.a.b")])) {
            test in
            for seed in SeededChance.seeds(150) {
                var chance = SeededChance(seed: seed)
                let client = try ControlLine(folder.path + "/control.sock")
                for _ in 0..<(1 + chance.below(4)) {
                    var line = chance.happens(80) ? chance.one(of: requests) : Hostile.bytes(&chance)
                    if chance.happens(70) { line = Hostile.spoiled(line, &chance) }
                    if chance.happens(5) { line = [UInt8](repeating: UInt8(ascii: "["), count: 100_000) }
                    // A line end within makes two requests of one.
                    line.removeAll { $0 == UInt8(ascii: "\n") }
                    guard let answer = await client.ask(line) else { break }
                    #expect(answer.allSatisfy { $0 >= 0x20 }, "SENSOR_SEED=\(seed)")
                    #expect(throws: Never.self, "SENSOR_SEED=\(seed)") {
                        try JSONDecoder().decode(ControlEnvelope<ControlAnswer>.self, from: Data(answer))
                    }
                }
            }
            let client = try ControlLine(folder.path + "/control.sock")
            let status = try JSONEncoder().encode(ControlEnvelope(ControlRequest.status))
            let answer = try #require(await client.ask(Array(status)))
            let envelope = try JSONDecoder().decode(ControlEnvelope<ControlAnswer>.self, from: Data(answer))
            guard case .status = envelope.message else { throw TestDaemon.Unexpected(answer: envelope.message) }
            #expect(try await test.sensors().count == 1)
        }
    }

    private static func ask(_ client: ControlLine) async throws -> ControlAnswer {
        let status = try JSONEncoder().encode(ControlEnvelope(ControlRequest.status))
        let answer = try #require(await client.ask(Array(status)))
        return try JSONDecoder().decode(ControlEnvelope<ControlAnswer>.self, from: Data(answer)).message
    }

    @Test("whoever comes when the daemon has as many clients as it takes is told so, and to try again")
    func tooMany() async throws {
        let folder = try TemporaryFolder()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([])) { _ in
            // All at once, since whoever is silent for long is hung up on.
            var clients = try (0..<32).map { _ in try ControlLine(folder.path + "/control.sock") }
            guard case .failure(let failure) = try await Self.ask(ControlLine(folder.path + "/control.sock")) else {
                Issue.record("it was served")
                return
            }
            #expect(failure.exitCode == .tryAgain && failure.message.contains("too many clients at once"))
            clients.removeAll()
            while true {
                if case .status = try await Self.ask(ControlLine(folder.path + "/control.sock")) { break }
                await Task.yield()
            }
        }
    }

    @Test("a line that never ends is hung up on at its bound, and costs no other client its answer")
    func endless() async throws {
        let folder = try TemporaryFolder()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([])) { _ in
            let flood = try ControlLine(folder.path + "/control.sock")
            let answer = await flood.ask([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 21))
            #expect(answer.map { String(decoding: $0, as: UTF8.self) }?.contains("too much at once") == true)
            #expect(await flood.ask([UInt8(ascii: "x")]) == nil)
            let client = try ControlLine(folder.path + "/control.sock")
            let status = try JSONEncoder().encode(ControlEnvelope(ControlRequest.status))
            #expect(await client.ask(Array(status)) != nil)
        }
    }
}
