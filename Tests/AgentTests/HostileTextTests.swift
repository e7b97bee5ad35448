import FakeHomeAssistant
import FoundationEssentials
import Shared
import TestSupport
import Testing

/// Text from outside steers no terminal, whatever way it takes.
@Suite(.world(), .timeLimit(.minutes(5)))
struct HostileTextTests {
    /// A colour, a window title, a bidi override, a zero-width space, a bell.
    private static let hostile = "Evil\u{1B}[31m\u{1B}]0;t\u{07}\u{202E}\u{200B}Name"

    private static func isClean(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || ![.control, .format].contains(scalar.properties.generalCategory)
        }
    }

    @Test("escape sequences in names and values come out of no view, JSON and log included")
    func everyView() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        try agent.machine.setBattery(percent: 50, model: Self.hostile)
        try agent.machine.write("Battery\n", to: "/sys/class/power_supply/hid-\(Self.hostile)/type")
        try agent.machine.write("Device\n", to: "/sys/class/power_supply/hid-\(Self.hostile)/scope")
        try agent.machine.write("5\n", to: "/sys/class/power_supply/hid-\(Self.hostile)/capacity")
        try agent.machine.write(Self.hostile, to: "/sys/class/power_supply/hid-\(Self.hostile)/model_name")
        try agent.machine.write(Self.hostile, to: "/sys/class/power_supply/BAT0/status")
        try agent.machine.write(Self.hostile, to: "/sys/class/net/enp3s0/operstate")
        try agent.machine.write(
            "25 1 8:2 / / rw - ext4 /dev/sda2 rw\n26 1 8:3 / /mnt/\(Self.hostile) rw - ext4 /dev/sda3 rw\n",
            to: "/proc/self/mountinfo"
        )
        let daemon = try await agent.startDaemon("--verbose")
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        _ = try await agent.run("sensors", "enable", "battery", "network", "storage")
        await home.until { $0.entities().count >= 5 }
        let views = [
            ["sensors"], ["sensors", "--json"], ["sensors", "read", "--all"], ["sensors", "read", "--all", "--json"],
            ["servers"], ["servers", "--json"], ["status"], ["status", "--json"], ["sensors", "enable", Self.hostile],
            ["servers", "remove", Self.hostile], ["help", Self.hostile], [Self.hostile],
        ]
        for view in views {
            let output = try await ChildProgram.run([try AgentProgram.path()] + view + ["--state-dir", agent.state])
            #expect(Self.isClean(output.standardOutput + output.standardError), "\(view)")
        }
        let names = try await agent.run("sensors").standardOutput
        #expect(names.contains("Evil"))
        try await agent.stop(daemon)
        #expect(daemon.log.allSatisfy(Self.isClean))
        #expect(home.entities().allSatisfy { Self.isClean($0.name) && Self.isClean($0.state) })
        home.stop()
    }
}
