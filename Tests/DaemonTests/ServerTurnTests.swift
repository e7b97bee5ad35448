import FoundationEssentials
import SQLite
import SensorSDK
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Daemon

/// Commands that change one server at once, while it takes its time to answer.
@Suite struct ServerTurnTests {
    private let a = FakeServer()
    private let b = FakeServer()
    /// Raised when a server was asked what it is to hold back, and to let that go.
    private let reached = Signal()
    private let gate = Signal()

    private func run(
        in folder: TemporaryFolder,
        files: FakeFileTree = FakeFileTree([:]),
        _ test: @Sendable (TestDaemon) async throws -> Void
    ) async throws {
        let provider = FakeProvider([try PromiseTests.sensor("test.a.x")])
        try await TestDaemon.run(
            in: folder.path,
            sources: [ProviderSource(family: "test", deadline: .seconds(1_000_000)) { _ in provider }],
            servers: ["http://a": a, "http://b": b],
            files: files,
            test
        )
    }

    private func register(with agent: TestDaemon) async throws {
        try await agent.add("http://a", as: "a")
        try await agent.enable("test.a.x")
        await a.until { !$0.flatMap(\.states).isEmpty }
    }

    /// Has the first answer of a server wait.
    private func holdAnswer(of server: FakeServer) {
        server.answer { [reached, gate] batch in
            server.answer(FakeServer.acknowledge)
            reached.raise()
            await gate.wait()
            return await FakeServer.acknowledge(batch)
        }
    }

    private func holdRegistration(at server: FakeServer) {
        server.hold { [reached, gate] in
            server.hold {}
            reached.raise()
            await gate.wait()
        }
    }

    /// Leaves a command that was begun the time to do what it should not; one that waits for its turn does nothing in it.
    private func lookAround(_ agent: TestDaemon) async throws {
        for _ in 0..<100 { _ = try await agent.sensors() }
    }

    private func choices(_ agent: TestDaemon) async throws -> [ServerChange] {
        guard case .arrangement(let arrangement) = await agent.daemon.answer(.arrangement) else { return [] }
        return arrangement.servers.flatMap(\.settings).map(\.change)
    }

    private func openLinks(_ server: FakeServer) -> Int { server.openLinks.load(ordering: .relaxed) }

    @Test("two changes of a server at once are both kept, and one connection is left, to where it is now")
    func twoChanges() async throws {
        try await run(in: TemporaryFolder()) { agent in
            try await register(with: agent)
            holdAnswer(of: b)
            async let first = agent.set("a", .url("http://b"))
            await reached.wait()
            async let second = agent.set("a", .externalURL("http://c"))
            try await lookAround(agent)
            gate.raise()
            #expect(try await first.url == "http://b")
            #expect(try await second.url == "http://b")
            #expect(try await choices(agent) == [.url("http://b"), .externalURL("http://c")])
            #expect(openLinks(a) == 0)
            #expect(openLinks(b) == 1)
        }
    }

    @Test("what is set while a server is registered anew is kept")
    func changeDuringReconnect() async throws {
        try await run(in: TemporaryFolder()) { agent in
            try await register(with: agent)
            holdRegistration(at: a)
            async let again = agent.reconnect("a", token: Secret("t"))
            await reached.wait()
            async let change = agent.set("a", .externalURL("http://c"))
            try await lookAround(agent)
            gate.raise()
            _ = try await (again, change)
            #expect(try await choices(agent) == [.url("http://a"), .externalURL("http://c")])
            #expect(openLinks(a) == 1)
        }
    }

    @Test("a server goes at once also while a change of it waits for an answer, and nothing runs for it after that")
    func removalDuringChange() async throws {
        try await run(in: TemporaryFolder()) { agent in
            try await register(with: agent)
            holdAnswer(of: b)
            async let change = agent.daemon.answer(.setServer(name: "a", change: .url("http://b")))
            await reached.wait()
            guard case .removed = await agent.daemon.answer(.removeServer(name: "a")) else {
                Issue.record("it was not removed")
                return gate.raise()
            }
            gate.raise()
            guard case .failure(let failure) = await change else {
                Issue.record("what is gone was changed")
                return
            }
            #expect(failure.exitCode == .usage)
            #expect(openLinks(a) == 0)
            #expect(openLinks(b) == 0)
            // The same name is another server.
            try await agent.add("http://b", as: "a")
            #expect(openLinks(b) == 1)
        }
    }

    @Test("a server that the disk does not let go is reported to as before")
    func failedRemoval() async throws {
        let folder = try TemporaryFolder()
        try await run(in: folder) { try await register(with: $0) }
        try Database(path: folder.path + "/state/agent.db").run(
            "CREATE TRIGGER stays BEFORE DELETE ON servers BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
        let before = a.readings.count
        try await run(in: folder) { agent in
            await a.until { $0.flatMap(\.states).count > before }
            guard case .failure = await agent.daemon.answer(.removeServer(name: "a")) else {
                Issue.record("it was removed")
                return
            }
            #expect(openLinks(a) == 1)
        }
    }

    @Test("a copy that two want to renew at once is renewed once")
    func twoRenewals() async throws {
        let folder = try TemporaryFolder()
        let files = FakeFileTree(["/etc/machine-id": "0123456789abcdef0123456789abcdef\n"])
        try await run(in: folder, files: files) { try await register(with: $0) }
        files.write("fedcba9876543210fedcba9876543210\n", to: "/etc/machine-id")
        try await run(in: folder, files: files) { agent in
            holdRegistration(at: a)
            async let first = agent.daemon.answer(.renewServers(tokens: ["a": Secret("t")]))
            await reached.wait()
            async let second = agent.daemon.answer(.renewServers(tokens: ["a": Secret("t")]))
            try await lookAround(agent)
            gate.raise()
            guard case .renewed = await first, case .failure(let failure) = await second else {
                Issue.record("it was renewed twice, or not at all")
                return
            }
            #expect(failure.exitCode == .usage)
            #expect(openLinks(a) == 1)
        }
    }
}
