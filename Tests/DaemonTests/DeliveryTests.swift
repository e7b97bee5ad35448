import Daemon
import FakeHomeAssistant
import FoundationEssentials
import SensorSDK
import Shared
import TestSupport
import Testing

/// Daemon, client and a server that speaks as Home Assistant does, over real HTTP on loopback.
@Suite(.world(), .timeLimit(.minutes(5))) struct DeliveryTests {
    private func provider() throws -> FakeProvider {
        FakeProvider([try PromiseTests.sensor("test.a.x"), try PromiseTests.sensor("test.a.y")])
    }

    @Test(
        "the preview is byte for byte what the server then opens, and says of each other enabled sensor why it is not there"
    )
    func preview() async throws {
        let folder = try TemporaryFolder()
        let home = try FakeHomeAssistant()
        let provider = try provider()
        try await TestDaemon.run(provider, in: folder) { agent in
            try await agent.add(home.url, as: "home", token: home.token)
            try await agent.enable("test.a.y")
            try await agent.pass { home.entities().first?.state == "1" }
            try await agent.pass { try await agent.preview().servers[0].requests.isEmpty }
            var report = try await agent.preview()
            #expect(report.servers[0].absent.map(\.sensor.reading) == ["y"])
            #expect(report.servers[0].absent[0].reason.hasPrefix("nothing new since the server acknowledged it at "))

            // Everything waits while the key does not fit.
            home.behave(.plain200)
            try await agent.enable("test.a.x")
            let before = home.openedMessages.count
            try await agent.pass {
                report = try await agent.preview()
                return report.servers[0].requests.first?.text.contains(#""state":1"#) ?? false
            }
            let request = try #require(report.servers[0].requests.first)
            #expect(report.servers[0].requests.map(\.command) == ["register_sensor"])
            #expect(request.sensors.map(\.reading) == ["x"])
            home.behave(.well)
            // Ends the pause.
            try await agent.enable("test.a.x")
            try await agent.pass { home.entities().contains { $0.uniqueID == "test.a.x" && $0.state == "1" } }
            let sent = home.openedMessages.dropFirst(before)
            #expect(sent.filter { $0.command == "register_sensor" }.map(\.plaintext) == [request.text])
        }
    }

    @Test("the ledger says what went where, how often, and when it was acknowledged, and holds no value")
    func audit() async throws {
        let folder = try TemporaryFolder()
        let home = try FakeHomeAssistant()
        let provider = try provider()
        provider.set(.value(.text("very private")), for: try SensorID("test.a.x"))
        try await TestDaemon.run(provider, in: folder) { agent in
            try await agent.add(home.url, as: "home", token: home.token)
            try await agent.enable("test.a.x")
            try await agent.pass { home.entities().first?.state == "very private" }
            try await agent.pass { (try await agent.audit().first?.sent ?? 0) >= 2 }
            let rows = try await agent.audit()
            let row = try #require(rows.first)
            #expect(rows.count == 1)
            #expect(row.server == "home")
            #expect(row.sensor.description == "test.a.x")
            #expect(row.day == row.first.prefix(10))
            #expect(row.bytes > 100)
            #expect(row.receipt?.hasPrefix(row.day) == true)
            let text = String(decoding: try JSONEncoder().encode(AuditReport(rows: rows)), as: UTF8.self)
            #expect(!text.contains("very private"))
            #expect(try await agent.audit(since: "9999-01-02").isEmpty)
        }
    }

    @Test(
        "an agent that goes away says so: every enabled sensor is shown as unavailable, and comes back with the next start"
    )
    func goingAway() async throws {
        let folder = try TemporaryFolder()
        let home = try FakeHomeAssistant()
        let provider = try provider()
        try await TestDaemon.run(provider, in: folder, isGoingAway: true) { agent in
            try await agent.add(home.url, as: "home", token: home.token)
            try await agent.enable("test")
            try await agent.pass { home.entities().filter { $0.state == "1" }.count == 2 }
        }
        #expect(home.entities().map(\.state) == ["unavailable", "unavailable"])
        try await TestDaemon.run(provider, in: folder) { agent in
            try await agent.pass { home.entities().allSatisfy { $0.state == "1" } }
        }
        // A restart says nothing.
        #expect(home.entities().map(\.state) == ["1", "1"])
    }

    @Test("a server that is away does not hold up the end")
    func goingAwayUnheard() async throws {
        let folder = try TemporaryFolder()
        let home = try FakeHomeAssistant()
        let provider = try provider()
        try await TestDaemon.run(provider, in: folder, isGoingAway: true) { agent in
            try await agent.add(home.url, as: "home", token: home.token)
            try await agent.enable("test")
            try await agent.pass { home.entities().filter { $0.state == "1" }.count == 2 }
            home.stop()
        }
        #expect(home.entities().map(\.state) == ["1", "1"])
    }

    @Test(
        "a machine that was deleted in Home Assistant stops, and comes back by 'reconnect' alone, with what was on and no more"
    )
    func reconnect() async throws {
        let folder = try TemporaryFolder()
        let home = try FakeHomeAssistant()
        let provider = try provider()
        try await TestDaemon.run(provider, in: folder) { agent in
            try await agent.add(home.url, as: "home", token: home.token)
            try await agent.enable("test.a.x")
            try await agent.enable("test.a.y")
            try await agent.pass { home.entities().filter { $0.state == "1" }.count == 2 }
            try await agent.disable("test.a.y")
            try await agent.pass { home.entities().contains { $0.isDisabled } }
            let device = try #require(home.deviceIDs.first)

            home.behave(.gone)
            provider.set(.value(.integer(2)), for: try SensorID("test.a.x"))
            provider.notice(.readAgain(nil))
            try await agent.pass { try await agent.servers().first?.state == .gone }
            #expect(home.deviceNames.isEmpty)

            await #expect(throws: TestDaemon.Unexpected.self) {
                try await agent.reconnect("home", token: Secret("wrong"))
            }
            #expect(try await agent.servers().first?.state == .gone)

            let report = try await agent.reconnect("home", token: home.token)
            #expect(report.problem == nil)
            #expect(report.enabledSensors == 1)
            try await agent.pass { home.entities().first?.state == "2" }
            #expect(home.entities().map(\.uniqueID) == ["test.a.x"])
            #expect(home.deviceIDs == [device])
        }
    }

    @Test(
        "D40: data for one server never reaches another, also when that one answers at its address; it goes on when the right one is back"
    )
    func swapped() async throws {
        let folder = try TemporaryFolder()
        let right = try FakeHomeAssistant()
        let wrong = try FakeHomeAssistant()
        let port = try SwitchedPort(to: right)
        let provider = try provider()
        try await TestDaemon.run(provider, in: folder) { agent in
            try await agent.add(port.url, as: "right", token: right.token)
            try await agent.add(wrong.url, as: "wrong", token: wrong.token)
            try await agent.enable("test.a.x", on: .named("right"))
            try await agent.pass { right.entities().first?.state == "1" }

            port.lead(to: wrong)
            let before = (right.openedMessages.count, wrong.wireLines.count)
            provider.set(.value(.integer(2)), for: try SensorID("test.a.x"))
            provider.notice(.readAgain(nil))
            try await agent.pass { wrong.wireLines.count > before.1 + 1 }
            #expect(wrong.openedMessages.isEmpty)
            #expect(wrong.entities().isEmpty)
            // Nothing but a random word is asked of who can't prove himself, however often.
            #expect(wrong.wireLines.dropFirst(before.1).dropFirst().allSatisfy { $0.command == "render_template" })
            #expect(right.openedMessages.count == before.0)

            port.lead(to: right)
            try await agent.enable("test.a.x", on: .named("right"))
            try await agent.pass { right.entities().first?.state == "2" }
            #expect(wrong.entities().isEmpty)
        }
    }

    @Test(
        "a machine that is elsewhere reaches its server by the external URL, once whoever answers there has proven himself"
    )
    func roaming() async throws {
        let folder = try TemporaryFolder()
        let home = try FakeHomeAssistant()
        let held = try HeldPort()
        defer { held.letGo() }
        let inside = try SwitchedPort(to: home, port: held.port)
        let provider = try provider()
        try await TestDaemon.run(provider, in: folder) { agent in
            try await agent.add(inside.url, as: "home", token: home.token)
            try await agent.enable("test.a.x")
            try await agent.pass { home.entities().first?.state == "1" }
            // Off the local network there is no plain http; a test has no other, so the owner allows it.
            _ = try await agent.set("home", .allowsPlainHTTP(true))
            _ = try await agent.set("home", .externalURL(home.url))
            inside.stop()
            provider.set(.value(.integer(2)), for: try SensorID("test.a.x"))
            provider.notice(.readAgain(nil))
            try await agent.pass { home.entities().first?.state == "2" }
            let servers = try await agent.servers()
            #expect(servers.first?.url == inside.url)
        }
    }

    @Test("the URL that was good last is tried first after a restart, too, until the owner names another one")
    func lastGoodURL() async throws {
        let folder = try TemporaryFolder()
        let home = try FakeHomeAssistant()
        let inside = try FakeHomeAssistant()
        let held = try HeldPort()
        defer { held.letGo() }
        let port = try SwitchedPort(to: home, port: held.port)
        let provider = try provider()
        let x = try SensorID("test.a.x")
        try await TestDaemon.run(provider, in: folder) { agent in
            try await agent.add(port.url, as: "home", token: home.token)
            try await agent.enable("test.a.x")
            try await agent.pass { home.entities().first?.state == "1" }
            _ = try await agent.set("home", .allowsPlainHTTP(true))
            _ = try await agent.set("home", .externalURL(home.url))
            port.stop()
            provider.set(.value(.integer(2)), for: x)
            provider.notice(.readAgain(nil))
            try await agent.pass { home.entities().first?.state == "2" }
        }
        // Whoever is asked there hears of it.
        let elsewhere = try SwitchedPort(to: inside, port: held.port)
        defer { elsewhere.stop() }
        provider.set(.value(.integer(3)), for: x)
        try await TestDaemon.run(provider, in: folder) { agent in
            try await agent.pass { home.entities().first?.state == "3" }
            #expect(inside.wireLines.isEmpty)
            // The owner's newest word counts for more.
            _ = try await agent.set("home", .url(elsewhere.url))
            #expect(!inside.wireLines.isEmpty)
        }
    }

    @Test("a new URL is kept, and whoever answers there is asked for proof at once")
    func newURL() async throws {
        let folder = try TemporaryFolder()
        let home = try FakeHomeAssistant()
        let other = try FakeHomeAssistant()
        let port = try SwitchedPort(to: home)
        let provider = try provider()
        try await TestDaemon.run(provider, in: folder) { agent in
            try await agent.add(home.url, as: "home", token: home.token)
            try await agent.enable("test.a.x")
            try await agent.pass { home.entities().first?.state == "1" }
            #expect(try await agent.set("home", .url(other.url)).problem != nil)
            #expect(other.openedMessages.isEmpty)
            #expect(try await agent.set("home", .url(port.url)).problem == nil)
            provider.set(.value(.integer(2)), for: try SensorID("test.a.x"))
            provider.notice(.readAgain(nil))
            try await agent.pass { home.entities().first?.state == "2" }
            await #expect(throws: TestDaemon.Unexpected.self) {
                try await agent.set("home", .externalURL("http://elsewhere.example"))
            }
            await #expect(throws: TestDaemon.Unexpected.self) { try await agent.set("home", .url("ftp://x")) }
            await #expect(throws: TestDaemon.Unexpected.self) {
                try await agent.set("home", .connection(.certificates("-----BEGIN PRIVATE KEY-----")))
            }
        }
    }
}
