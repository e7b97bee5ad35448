import Daemon
import FoundationEssentials
import HomeAssistant
import Live
import SensorSDK
import Shared
import TestSupport
import Testing
import Webhook
import WebhookReceiver

/// Daemon and receiver, over real HTTP on loopback.
@Suite(.world(), .timeLimit(.minutes(5))) struct WebhookDeliveryTests {
    private let folder: TemporaryFolder
    private let receiver: TestReceiver
    private let provider: FakeProvider

    init() throws {
        folder = try TemporaryFolder()
        receiver = try TestReceiver(in: folder.path)
        provider = FakeProvider([try PromiseTests.sensor("test.a.x"), try PromiseTests.sensor("test.a.y")])
    }

    private func run(isGoingAway: Bool = false, _ test: @Sendable (TestDaemon) async throws -> Void) async throws {
        try await TestDaemon.run(
            in: folder.path,
            provider: provider,
            kinds: [HomeAssistantKind(), WebhookKind()],
            http: CurlTransport(),
            isGoingAway: isGoingAway,
            isRealTime: true,
            test
        )
    }

    private func add(to agent: TestDaemon) async throws {
        try await agent.add(receiver.url, as: "archive", token: receiver.line.text, kind: "webhook")
    }

    /// Has a new value read and queued.
    private func read(_ value: Int64, in agent: TestDaemon, until isMet: () async throws -> Bool) async throws {
        provider.set(.value(.integer(value)), for: try SensorID("test.a.x"))
        provider.notice(.readAgain(nil))
        try await agent.pass(until: isMet)
    }

    private func stands(_ agent: TestDaemon, _ state: LinkState, waiting: Int) async throws -> Bool {
        let server = try await agent.servers()[0]
        return server.state == state && server.waitingStates == waiting
    }

    /// Waits until the receiver has the first value and the agent has noted that.
    private func firstArrived(from agent: TestDaemon) async throws {
        try await agent.pass {
            guard try receiver.items(of: "test.a.x") == ["1"] else { return false }
            return try await waiting(agent) == 0
        }
    }

    /// Waits as an owner does who will not wait for the end of a pause: he asks for it again and again.
    private func insist(on agent: TestDaemon, until isMet: () async throws -> Bool) async throws {
        try await agent.pass {
            if try await isMet() { return true }
            try await agent.enable("test.a.x")
            return try await isMet()
        }
    }

    private func waiting(_ agent: TestDaemon) async throws -> Int { try await agent.servers()[0].waitingStates }

    @Test("what was read while the receiver was away comes afterwards, all of it, in order, and nothing twice")
    func catchUp() async throws {
        try await run { agent in
            try await add(to: agent)
            try await agent.enable("test.a.x")
            try await firstArrived(from: agent)
            receiver.stop()
            for value in Int64(2)...4 {
                try await read(value, in: agent) { try await waiting(agent) == Int(value) - 1 }
            }
            #expect(try await agent.servers()[0].state == .unreachable)
            try receiver.start()
            try await agent.enable("test.a.y")
            try await insist(on: agent) { try receiver.items(of: "test.a.x").count >= 4 }
            try await insist(on: agent) { try await waiting(agent) == 0 }
            #expect(try receiver.items(of: "test.a.x") == ["1", "2", "3", "4"])
            #expect(receiver.tally.duplicates == 0)
            #expect(try await agent.servers()[0].state == .ok)
        }
    }

    @Test("a receiver that is killed between writing and acknowledging gets the same again, and knows it")
    func killedReceiver() async throws {
        try await run { agent in
            try await add(to: agent)
            try await agent.enable("test.a.x")
            try await firstArrived(from: agent)
            receiver.loseAnswers(true)
            try await read(2, in: agent) { try receiver.items(of: "test.a.x") == ["1", "2"] }
            try await agent.pass { try await agent.servers()[0].state == .unreachable }
            #expect(try await waiting(agent) == 1)
            receiver.stop()
            receiver.loseAnswers(false)
            try receiver.start()
            try await insist(on: agent) { try await waiting(agent) == 0 }
            try await read(3, in: agent) { try receiver.items(of: "test.a.x").contains("3") }
            #expect(try receiver.items(of: "test.a.x") == ["1", "2", "3"])
            #expect(receiver.tally.duplicates >= 1)
        }
    }

    @Test("an agent that is killed before it noted an acknowledgement comes through with a later number")
    func killedAgent() async throws {
        try await run { agent in
            try await add(to: agent)
            try await agent.enable("test.a.x")
            try await firstArrived(from: agent)
            receiver.loseAnswers(true)
            try await read(2, in: agent) { try receiver.items(of: "test.a.x") == ["1", "2"] }
        }
        // The state that a kill leaves: the same items are still queued, under the number that the receiver has seen.
        receiver.loseAnswers(false)
        try await run { agent in
            try await agent.pass { try await waiting(agent) == 0 }
            #expect(try await agent.servers()[0].state == .ok)
        }
        #expect(try receiver.items(of: "test.a.x").starts(with: ["1", "2"]))
        #expect(try receiver.items(of: "test.a.x").filter { $0 == "2" }.count <= 2)
    }

    @Test("the preview is byte for byte what the receiver then opens, and the ledger says what went")
    func previewAndAudit() async throws {
        receiver.stop()
        try await run { agent in
            try await add(to: agent)
            try await agent.enable("test.a.x")
            try await agent.pass { try await waiting(agent) == 1 }
            let request = try #require(try await agent.preview().servers[0].requests.first)
            #expect(request.command == "batch")
            #expect(request.sensors == [try SensorID("test.a.x")])
            try receiver.start()
            try await insist(on: agent) { try await waiting(agent) == 0 }
            #expect(receiver.opened.contains(request.text))
            #expect(try await agent.preview().servers[0].requests.isEmpty)
            let row = try #require(try await agent.audit().first)
            #expect(row.server == "archive")
            #expect(row.bytes >= request.text.utf8.count)
            #expect(row.receipt != nil)
        }
    }

    @Test("only what is enabled is described and sent; what is disabled is said to be, once, and is then silent")
    func enablement() async throws {
        try await run { agent in
            try await add(to: agent)
            try await agent.enable("test.a.x")
            try await firstArrived(from: agent)
            #expect(try receiver.described() == ["test.a.x": true])
            try await agent.disable("test.a.x")
            try await agent.pass { try receiver.described() == ["test.a.x": false] }
            try await agent.enable("test.a.y")
            try await agent.pass { try receiver.items(of: "test.a.y") == ["1"] }
            #expect(try receiver.items(of: "test.a.x") == ["1"])
        }
    }

    @Test("the end of an agent is in the history, also if the receiver was away just then")
    func goingAway() async throws {
        try await run(isGoingAway: true) { agent in
            try await add(to: agent)
            try await agent.enable("test.a.x")
            try await firstArrived(from: agent)
        }
        // At once, or on a machine that is too busy for that with the next start.
        #expect(try ["1", "stopped"].starts(with: receiver.items(of: "test.a.x")))
        try await run(isGoingAway: true) { agent in
            try await agent.pass { try receiver.items(of: "test.a.x") == ["1", "stopped", "1"] }
            receiver.stop()
        }
        try receiver.start()
        try await run { agent in
            try await agent.pass { try receiver.items(of: "test.a.x").count >= 5 }
        }
        #expect(try receiver.items(of: "test.a.x") == ["1", "stopped", "1", "stopped", "1"])
    }

    @Test("a server that is removed hears last, behind all that waited, that its sensors are unavailable")
    func removed() async throws {
        try await run { agent in
            // A good-bye has five seconds, which may be too few on a busy machine.
            for _ in 0..<10 where try receiver.items(of: "test.a.x").last != "stopped" {
                try await add(to: agent)
                try await agent.enable("test.a.x")
                try await agent.pass { try await stands(agent, .ok, waiting: 0) }
                _ = await agent.daemon.answer(.removeServer(name: "archive"))
                #expect(try await agent.servers().isEmpty)
            }
            #expect(try receiver.items(of: "test.a.x").suffix(2) == ["1", "stopped"])
        }
    }

    @Test("a receiver with another key, or none, says so, and everything is kept until it has the right one")
    func wrongKey() async throws {
        let folders = [try TemporaryFolder(), try TemporaryFolder()]
        let other = try TestReceiver(
            in: folders[0].path,
            line: KeyLine(agent: receiver.line.agent, key: KeyLine.fresh().key)
        )
        let stranger = try TestReceiver(in: folders[1].path)
        try await run { agent in
            try await agent.add(other.url, as: "archive", token: receiver.line.text, kind: "webhook")
            try await agent.enable("test.a.x")
            try await agent.pass { try await stands(agent, .keyMismatch, waiting: 1) }
            #expect(try await agent.set("archive", .url(stranger.url)).problem?.contains("has no key") == true)
            try await agent.pass { try await agent.servers()[0].state == .unknownToServer }
            #expect(try await agent.set("archive", .url(receiver.url)).problem == nil)
            try await firstArrived(from: agent)
            #expect(other.tally.refused[.forged] ?? 0 > 0)
            #expect(stranger.tally.refused[.unknownAgent] ?? 0 > 0)
            #expect(try other.items(of: "test.a.x").isEmpty)
        }
    }

    @Test("a receiver that lost its database gets descriptions anew, beside what comes then")
    func lostDatabase() async throws {
        let elsewhere = try TemporaryFolder()
        let fresh = try TestReceiver(in: elsewhere.path, line: receiver.line)
        try await run { agent in
            try await add(to: agent)
            try await agent.enable("test.a.x")
            try await firstArrived(from: agent)
            _ = try await agent.set("archive", .url(fresh.url))
            try await read(2, in: agent) { try fresh.described() == ["test.a.x": true] }
            #expect(try fresh.items(of: "test.a.x") == ["2"])
        }
    }

    @Test("a new key takes the place of the old one; what waited goes with it, and descriptions come anew")
    func newKey() async throws {
        let elsewhere = try TemporaryFolder()
        let renewed = KeyLine.fresh(for: receiver.line.agent)
        let fresh = try TestReceiver(in: elsewhere.path, line: renewed)
        try await run { agent in
            try await add(to: agent)
            try await agent.enable("test.a.x")
            try await firstArrived(from: agent)
            #expect(try await agent.set("archive", .url(fresh.url)).problem?.contains("can't open") == true)
            try await read(2, in: agent) { try await waiting(agent) == 1 }
            #expect(try await agent.reconnect("archive", token: renewed.text).problem == nil)
            try await agent.pass { try fresh.items(of: "test.a.x").contains("2") }
            #expect(try fresh.described() == ["test.a.x": true])
            #expect(try receiver.items(of: "test.a.x") == ["1"])
        }
    }

    @Test("one key is for one server, and an unknown kind is refused")
    func misuse() async throws {
        try await run { agent in
            try await add(to: agent)
            for (kind, token) in [("webhook", receiver.line.text), ("carrier_pigeon", Secret("t"))] {
                let new = NewServer(
                    url: receiver.url + "2",
                    token: token,
                    name: "second",
                    deviceName: "box",
                    allowsPlainHTTP: false,
                    kind: kind
                )
                guard case .failure(let failure) = await agent.daemon.answer(.addServer(new)) else {
                    Issue.record("\(kind) was added")
                    continue
                }
                #expect(failure.exitCode == .usage)
            }
        }
    }
}
