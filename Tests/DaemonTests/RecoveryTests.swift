import Daemon
import FakeHomeAssistant
import FoundationEssentials
import HomeAssistant
import Live
import SensorSDK
import Shared
import TestSupport
import Testing
import Webhook

/// Field bugs D33, D34, D35, D41 and D43: what a machine finds when it starts, and what comes and goes around it, over real HTTP.
@Suite(.world(), .timeLimit(.minutes(5))) struct RecoveryTests {
    private let folder: TemporaryFolder
    private let x: SensorID

    init() throws {
        folder = try TemporaryFolder()
        x = try SensorID("test.a.x")
    }

    /// One life of a daemon, whose sensors are these and read `value` at first.
    private func run(
        _ value: Int64 = 1,
        _ sensors: [Sensor] = [],
        _ test: @Sendable (TestDaemon, FakeProvider) async throws -> Void
    ) async throws {
        let provider = FakeProvider([try PromiseTests.sensor("test.a.x")] + sensors)
        provider.set(.value(.integer(value)), for: x)
        try await TestDaemon.run(
            in: folder.path,
            provider: provider,
            kinds: [HomeAssistantKind(), WebhookKind()],
            http: CurlTransport(),
            isRealTime: true
        ) { agent in try await test(agent, provider) }
    }

    /// A value that is read at once.
    private func read(_ value: Int64, by provider: FakeProvider) {
        provider.set(.value(.integer(value)), for: x)
        provider.notice(.readAgain(nil))
    }

    private func shows(_ value: Int64, _ home: FakeHomeAssistant) -> Bool { home.entities().first?.state == "\(value)" }

    private func register(with home: FakeHomeAssistant, at url: String) async throws {
        try await run { agent, _ in
            try await agent.add(url, as: "home", token: home.token)
            try await agent.enable("test.a.x")
            try await agent.pass { shows(1, home) }
        }
    }

    @Test("D33: a machine that starts while its server can't be reached collects, and sends by itself when it can")
    func unreachableAtStart() async throws {
        let home = try FakeHomeAssistant()
        let held = try HeldPort()
        defer { held.letGo() }
        try await register(with: home, at: home.url)
        try await run { agent, _ in
            _ = try await agent.set("home", .url("http://127.0.0.1:\(held.port)"))
        }
        try await run { agent, provider in
            try await agent.pass { try await agent.servers().first?.state == .unreachable }
            read(2, by: provider)
            provider.notice(
                .happened(DeviceEvent(id: "one", sensor: x, action: .added, name: "one", time: Current.instant))
            )
            try await agent.pass { try await agent.servers().first?.waitingEvents == 1 }
            let port = try SwitchedPort(to: home, port: held.port)
            defer { port.stop() }
            try await agent.pass { shows(2, home) }
            #expect(try await agent.servers().first?.waitingEvents == 1)
        }
    }

    @Test("D33: a server whose name has no address yet is asked by that name again and again")
    func nameUnknownAtStart() async throws {
        let home = try FakeHomeAssistant()
        try await register(with: home, at: home.url)
        try await run { agent, _ in
            _ = try await agent.set("home", .url("http://no-such-host.invalid:1"))
        }
        try await run(2) { agent, _ in
            try await agent.pass { try await agent.servers().first?.state == .unreachable }
            #expect(try await agent.servers().first?.waitingStates == 1)
            #expect(try await agent.set("home", .url(home.url)).problem == nil)
            try await agent.pass { shows(2, home) }
        }
    }

    @Test(
        "D34, D43: what a server answers while it starts ends no agent, and all is sent when it has started",
        arguments: [
            Fault.empty200, .status(404), .status(502), .noAnswer, .answer(status: 200, headers: [:], body: "<html>"),
        ]
    )
    func notReadyAtStart(fault: Fault) async throws {
        let home = try FakeHomeAssistant()
        try await register(with: home, at: home.url)
        home.behave(fault)
        try await run(2) { agent, _ in
            let before = home.wireLines.count
            try await agent.pass { home.wireLines.count > before + 1 }
            #expect(!shows(2, home))
            home.behave(.well)
            try await agent.pass { shows(2, home) }
            #expect(home.entities().count == 1)
        }
    }

    @Test("D35: a server that restarts ten times gets each new value, and nobody restarts the agent")
    func restarts() async throws {
        let home = try FakeHomeAssistant()
        try await run { agent, provider in
            try await agent.add(home.url, as: "home", token: home.token)
            try await agent.enable("test.a.x")
            try await agent.pass { shows(1, home) }
            for number in Int64(2)...11 {
                // Every connection ends without an answer, as those of a server that stops.
                home.behave(.noAnswer)
                let before = home.wireLines.count
                read(number, by: provider)
                try await agent.pass { home.wireLines.count > before }
                home.behave(.restart)
                home.behave(.well)
                try await agent.pass { shows(number, home) }
            }
        }
    }

    @Test("D41: twenty sensors that an update or a plugin brings are listed and off, and no server hears of them")
    func update() async throws {
        let home = try FakeHomeAssistant()
        let receiver = try TestReceiver(in: folder.path)
        try await run { agent, _ in
            try await agent.add(home.url, as: "home", token: home.token)
            try await agent.add(receiver.url, as: "archive", token: receiver.line.text, kind: "webhook")
            try await agent.enable("test", on: .all)
            try await agent.pass { try shows(1, home) && receiver.items(of: "test.a.x") == ["1"] }
        }
        let new = try (1...20).map { try PromiseTests.sensor("test.new.n\($0)") }
        try await run(2, new) { agent, provider in
            try await agent.pass { try shows(2, home) && receiver.items(of: "test.a.x").last == "2" }
            // The same while it runs.
            let newer = try (1...20).map { try PromiseTests.sensor("test.new.m\($0)") }
            provider.offer([try PromiseTests.sensor("test.a.x")] + new + newer)
            provider.notice(.listAgain)
            try await agent.pass { try await agent.sensors().count == 41 }
            read(3, by: provider)
            try await agent.pass { try shows(3, home) && receiver.items(of: "test.a.x").last == "3" }
            let listed = try await agent.sensors()
            #expect(listed.filter { $0.servers?.contains(where: \.enabled) == true }.map(\.id) == [x])
        }
        #expect(home.entities().map(\.uniqueID) == ["test.a.x"])
        #expect(try receiver.described().keys.sorted() == ["test.a.x"])
        let said = home.openedMessages.map(\.plaintext) + receiver.opened
        #expect(!said.contains { $0.contains("test.new") })
    }
}
