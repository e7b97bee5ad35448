import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// The promises that need the whole program; the others are in DaemonTests.
@Suite(.world(), .timeLimit(.minutes(5)))
struct PromiseTests {
    @Test(
        "promise 5, sealed or not sent: no value, key or token is readable on the way, and no answer in the clear counts"
    )
    func sealed() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        try agent.machine.setBattery(percent: 37)
        let daemon = try await agent.startDaemon("--verbose")
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        home.behave(.plain200)
        _ = try await agent.run("sensors", "enable", "battery.bat0.level")
        #expect(await daemon.says("delivery failed, all is kept"))
        let servers = try await agent.run("servers", "--json")
        #expect(servers.standardOutput.contains("key mismatch"))
        #expect(!servers.standardOutput.contains("\"waiting_registrations\" : 0"))
        home.behave(.well)
        _ = try await agent.run("sensors", "enable", "battery.bat0.status")
        await home.until { $0.state(of: "battery.bat0.level") == "37" }
        for line in home.wireLines where line.command != "fire_event" { #expect(line.sealedBytes > 0) }
        try await agent.stop(daemon)
        // The log at its most talkative knows no token; webhook id and key are tested where they are made.
        #expect(!daemon.log.joined().contains(home.token.exposed))
        #expect(!daemon.log.joined().contains("/api/webhook/"))
        home.stop()
    }

    @Test(
        "promise 6, nothing is lost that matters: killed while the server is away, it delivers the newest value after a restart"
    )
    func killed() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let first = try await agent.startDaemon()
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        _ = try await agent.run("sensors", "enable", "battery.bat0.level")
        await home.until { $0.state(of: "battery.bat0.level") == "71" }
        home.behave(.empty200)
        try agent.machine.setBattery(percent: 12)
        #expect(await first.says("delivery failed, all is kept"))
        first.signal(SIGKILL)
        #expect(try await first.end().status == -SIGKILL)
        home.behave(.well)
        // Gone from the machine: only the queue still knows the value.
        try agent.machine.remove("/sys/class/power_supply/BAT0")
        let second = try await agent.startDaemon()
        await home.until { home in
            home.wireLines.last?.isAnswerSealed == true
                && ["12", "unavailable"].contains(home.state(of: "battery.bat0.level"))
        }
        await home.until { $0.state(of: "battery.bat0.level") == "unavailable" }
        try await agent.stop(second)
        home.stop()
    }
}
