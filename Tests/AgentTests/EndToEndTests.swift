import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// The program as its users run it, against the stand-in server.
@Suite(.world(), .timeLimit(.minutes(5)))
struct EndToEndTests {
    @Test("from nothing to a value at the server: add, look, enable, change, disable, remove")
    func wholeWay() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()

        let added = try await agent.add(home.url, token: home.token.exposed, name: "home")
        #expect(added.status == 0)
        let listed = try await agent.run("sensors")
        #expect(listed.standardOutput.contains("battery.bat0.level"))
        #expect(home.entities().isEmpty)

        let enabled = try await agent.run("sensors", "enable", "battery.bat0.level", "storage.root.used_percent")
        #expect(enabled.status == 0)
        await home.until { $0.state(of: "battery.bat0.level") == "71" }
        await home.until { ($0.state(of: "storage.root.used_percent") ?? "unknown") != "unknown" }
        #expect(Set(home.entities().map(\.uniqueID)) == ["battery.bat0.level", "storage.root.used_percent"])

        try agent.machine.setBattery(percent: 70)
        await home.until { $0.state(of: "battery.bat0.level") == "70" }
        try agent.machine.remove("/sys/class/power_supply/BAT0")
        await home.until { $0.state(of: "battery.bat0.level") == "unavailable" }
        try agent.machine.setBattery(percent: 69)
        await home.until { $0.state(of: "battery.bat0.level") == "69" }

        let disabled = try await agent.run("sensor", "disable", "battery")
        #expect(disabled.standardOutput.contains("battery.bat0.level is off for home"))
        await home.until { $0.entities().first { $0.uniqueID == "battery.bat0.level" }?.isDisabled == true }

        let status = try await agent.run("status")
        #expect(status.standardOutput.contains("home"))
        #expect(status.standardOutput.contains("ok"))
        let removed = try await agent.run("servers", "remove", "home")
        #expect(removed.standardOutput.contains("Test box"))
        #expect(home.state(of: "storage.root.used_percent") == "unavailable")
        #expect(try await agent.stop(daemon) == 0)
        #expect(access(agent.state + "/control.sock", F_OK) != 0)
        home.stop()
    }

    @Test("before a server elsewhere is added over plain http, it is said who could then see the token and the key")
    func plainHTTP() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        for url in ["http://no-such-host.invalid:1", "http://localhost.invalid:1", "http://127.0.0.1.invalid"] {
            let output = try await agent.run("servers", "add", url)
            #expect(output.status != 0)
            let note = try #require(output.standardError.firstRange(of: "sees the token and the key"))
            // Nobody was asked for the token before.
            #expect(!output.standardError[..<note.lowerBound].contains("oken:"))
        }
        #expect(
            try await !agent.add(home.url, token: home.token.exposed, name: "home").standardError.contains("plain http")
        )
        try await agent.stop(daemon)
        home.stop()
    }

    @Test("an entity that is disabled in Home Assistant is not sent any more, and the list says so")
    func disabledAtServer() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        _ = try await agent.run("sensors", "enable", "battery.bat0.level", "network.*.link")
        await home.until { $0.state(of: "battery.bat0.level") == "71" }
        home.behave(.disableEntity("battery.bat0.level"))
        try agent.machine.setBattery(percent: 50)
        #expect(await daemon.says("disabled in Home Assistant"))
        let listed = try await agent.run("sensors")
        #expect(listed.standardOutput.contains("battery.bat0.level on home: disabled in Home Assistant"))
        try await agent.stop(daemon)
        home.stop()
    }

    @Test("a daemon that is ended says good-bye: its sensors are unavailable, and back with the next start")
    func goodBye() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        _ = try await agent.run("sensors", "enable", "battery.bat0.level")
        await home.until { $0.state(of: "battery.bat0.level") == "71" }
        #expect(try await agent.stop(daemon) == 0)
        #expect(home.state(of: "battery.bat0.level") == "unavailable")
        let next = try await agent.startDaemon()
        await home.until { $0.state(of: "battery.bat0.level") == "71" }
        try await agent.stop(next)
        home.stop()
    }

    @Test("a deleted machine comes back by 'servers reconnect --yes'; without it nothing is done")
    func reconnect() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        _ = try await agent.run("sensors", "enable", "battery.bat0.level")
        await home.until { $0.state(of: "battery.bat0.level") == "71" }
        home.behave(.gone)
        try agent.machine.setBattery(percent: 70)
        #expect(await daemon.says("server is gone"))
        let file = agent.folder.path + "/token-home"
        let refused = try await agent.run("servers", "reconnect", "home", "--token-file", file)
        #expect(refused.status == 64)
        #expect(refused.standardError.contains("are lost"))
        #expect(home.deviceNames.isEmpty)
        let done = try await agent.run("servers", "reconnect", "home", "--token-file", file, "--yes")
        #expect(done.status == 0, "\(done.standardError)")
        await home.until { $0.state(of: "battery.bat0.level") == "70" }
        #expect(!daemon.log.joined().contains(home.token.exposed))
        try await agent.stop(daemon)
        home.stop()
    }

    @Test("SIGHUP and 'agent reload' look for sensors again")
    func reload() async throws {
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        try agent.machine.write("Battery\n", to: "/sys/class/power_supply/BAT1/type")
        try agent.machine.write("12\n", to: "/sys/class/power_supply/BAT1/capacity")
        daemon.signal(SIGHUP)
        #expect(await daemon.says("reloaded"))
        #expect(try await agent.run("sensors").standardOutput.contains("battery.bat1.level"))
        let reloaded = try await agent.run("reload")
        #expect(reloaded.status == 0)
        #expect(reloaded.standardOutput.contains("sensors are known"))
        try await agent.stop(daemon)
    }

    @Test("a machine in a folder is read without daemon and databases")
    func readOtherMachine() async throws {
        let agent = try AgentProgram()
        let output = try await agent.run("sensors", "read", "battery", "--root", agent.machine.path, "--json")
        #expect(output.status == 0)
        let listing = try JSONDecoder().decode(Listing.self, from: Data(output.standardOutput.utf8))
        #expect(listing.sensors.contains { $0.id == "battery.bat0.level" && $0.value == 71 && $0.unit == "%" })
        #expect(access(agent.state, F_OK) != 0)
        let events = try await agent.run("sensors", "read", "device_events", "--root", agent.machine.path)
        #expect(!events.standardOutput.contains(" 0 "))
        let missing = try await agent.run("sensors", "read", "--all", "--root", agent.folder.path + "/missing")
        #expect(missing.status == 64)
    }

    private struct Listing: Decodable {
        struct Item: Decodable {
            enum CodingKeys: CodingKey { case id, value, unit }

            var id: String
            var value: Double?
            var unit: String?

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                id = try container.decode(String.self, forKey: .id)
                // Only numbers are of interest here.
                value = try? container.decodeIfPresent(Double.self, forKey: .value)
                unit = try container.decodeIfPresent(String.self, forKey: .unit)
            }
        }

        var sensors: [Item]
    }
}
