import FoundationEssentials
import Shared
import TestSupport
import Testing

/// The whole program against real servers.
@Suite(.realHomeAssistant, .world(), .timeLimit(.minutes(10)))
struct RealHomeAssistantTests {
    @Test("three enabled sensors make exactly three entities on one server, and none on another, until one is disabled")
    func twoServers() async throws {
        try await RealHomeAssistant.with { first in
            try await RealHomeAssistant.with { second in
                let agent = try AgentProgram()
                let daemon = try await agent.startDaemon()
                let added = try await agent.add(first.url, token: first.token.exposed, name: "first")
                #expect(added.status == 0, "\(added.standardError)")
                let enabled = ["battery.bat0.level", "battery.bat0.charging", "storage.root.available"]
                let output = try await ChildProgram.run(
                    [try AgentProgram.path(), "sensors", "enable"] + enabled + ["--state-dir", agent.state]
                )
                #expect(output.status == 0, "\(output.standardError)")

                let level = try await first.state(of: "battery.bat0.level", toBe: "71")
                #expect(level.attributes.unit == "%")
                #expect(level.attributes.deviceClass == "battery")
                #expect(level.attributes.stateClass == "measurement")
                #expect(level.attributes.icon == "mdi:battery")
                #expect(level.attributes.friendlyName == "Test box BAT0 level")
                let charging = try await first.state(of: "battery.bat0.charging", toBe: "off")
                #expect(charging.attributes.deviceClass == "battery_charging")
                let available = try await first.state(of: "storage.root.available")
                #expect(available.attributes.unit == "B")
                #expect(available.attributes.deviceClass == "data_size")
                let registry = try await first.registry()
                #expect(Set(registry.compactMap(\.sensor)) == Set(enabled))
                #expect(registry.first { $0.sensor == "battery.bat0.charging" }?.category == "diagnostic")
                #expect(registry.first { $0.sensor == "battery.bat0.level" }?.category == nil)

                try agent.machine.setBattery(percent: 64)
                try await first.state(of: "battery.bat0.level", toBe: "64")
                _ = try await agent.add(second.url, token: second.token.exposed, name: "second")
                try agent.machine.setBattery(percent: 63)
                try await first.state(of: "battery.bat0.level", toBe: "63")
                #expect(try await second.registry().compactMap(\.sensor).isEmpty)

                _ = try await agent.run("sensors", "disable", "battery.bat0.level", "--server", "first")
                try await first.ask("wait-state", "uid:battery.bat0.level", "--absent", "--timeout", "120")
                let disabled = try await first.registry().first { $0.sensor == "battery.bat0.level" }
                #expect(disabled?.disabledBy == "integration")
                let listed = try await agent.run("sensors", "--json").standardOutput
                #expect(listed.contains("battery.bat0.level"))
                try await agent.stop(daemon)
            }
        }
    }

    @Test("a server that was away gets the newest values when it is back")
    func catchesUp() async throws {
        try await RealHomeAssistant.with { server in
            let agent = try AgentProgram()
            let daemon = try await agent.startDaemon()
            _ = try await agent.add(server.url, token: server.token.exposed, name: "home")
            _ = try await agent.run("sensors", "enable", "battery.bat0.level", "battery.ac.online")
            try await server.state(of: "battery.bat0.level", toBe: "71")
            // A server forgets what it was told in its last seconds only if it is killed; this one stops in order.
            try await server.stop()
            for percent in [70, 69, 68] {
                try agent.machine.setBattery(percent: percent)
            }
            #expect(await daemon.says("delivery failed, all is kept"))
            try await server.startAgain()
            _ = try await agent.run("sensors", "enable", "battery.bat0.status")
            try await server.state(of: "battery.bat0.level", toBe: "68")
            try await server.state(of: "battery.ac.online", toBe: "on")
            #expect(Set(try await server.registry().compactMap(\.sensor)).count == 3)
            try await agent.stop(daemon)
        }
    }

    @Test("an entity that its owner disables in Home Assistant is not sent any more, and the list says so")
    func disabledByOwner() async throws {
        try await RealHomeAssistant.with { server in
            let agent = try AgentProgram()
            let daemon = try await agent.startDaemon()
            _ = try await agent.add(server.url, token: server.token.exposed, name: "home")
            _ = try await agent.run("sensors", "enable", "battery.bat0.level")
            try await server.state(of: "battery.bat0.level", toBe: "71")
            try await server.ask("disable-entity", "uid:battery.bat0.level")
            try agent.machine.setBattery(percent: 50)
            #expect(await daemon.says("disabled in Home Assistant"))
            let listed = try await agent.run("sensors").standardOutput
            #expect(listed.contains("battery.bat0.level on home: disabled in Home Assistant"))
            try await agent.stop(daemon)
        }
    }
}
