import FakeHomeAssistant
import FoundationEssentials
import Shared
import TestSupport
import Testing

/// Field bug D42: what a machine and its sensors are known by.
@Suite(.world(), .timeLimit(.minutes(5))) struct IdentityTests {
    @Test(
        "D42: a machine that gets another name and other addresses, and reaches its server by another one, is the same"
    )
    func renamed() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        var daemon = try await agent.startDaemon()
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        _ = try await agent.run("sensors", "enable", "battery", "storage", "network")
        await home.until { $0.state(of: "battery.bat0.level") == "71" }
        let listed = try await ids(agent)
        #expect(listed.count > 5)
        try await agent.stop(daemon)
        let known = Set(home.entities().map(\.uniqueID))
        let device = home.deviceIDs

        try agent.machine.write("fd00000000000000000000000000abcd 02 40 00 80   enp3s0\n", to: "/proc/net/if_inet6")
        try agent.machine.write("elsewhere\n", to: "/etc/hostname")
        try agent.machine.write("elsewhere\n", to: "/proc/sys/kernel/hostname")
        try agent.machine.setBattery(percent: 70)
        daemon = try await start(agent)
        await home.until { $0.state(of: "battery.bat0.level") == "70" }
        let port = home.url.split(separator: ":").last ?? ""
        #expect(try await agent.run("servers", "set", "home", "url", "http://localhost:\(port)").status == 0)
        try agent.machine.setBattery(percent: 69)
        await home.until { $0.state(of: "battery.bat0.level") == "69" }
        #expect(try await ids(agent) == listed)
        try await agent.stop(daemon)
        #expect(Set(home.entities().map(\.uniqueID)) == known)
        #expect(home.entities().count == known.count)
        #expect(home.deviceIDs == device)
        home.stop()
    }

    private func ids(_ agent: AgentProgram) async throws -> [String] {
        struct Listing: Decodable {
            struct Sensor: Decodable {
                var id: String
            }
            var sensors: [Sensor]
        }
        let text = try await agent.run("sensors", "--json").standardOutput
        return try JSONDecoder().decode(Listing.self, from: Data(text.utf8)).sensors.map(\.id).sorted()
    }

    /// Under another host name, where this machine lets a test have one.
    private func start(_ agent: AgentProgram) async throws -> RunningProgram {
        let wrapper = ["/usr/bin/unshare", "--map-root-user", "--uts", "/bin/sh", "-c"]
        guard FileManager.default.isExecutableFile(atPath: wrapper[0]),
            try await ChildProgram.run(wrapper + ["hostname elsewhere"]).status == 0
        else { return try await agent.startDaemon() }
        let daemon = try RunningProgram(
            wrapper + [
                #"hostname elsewhere && exec "$0" "$@""#, AgentProgram.path(), "run", "--state-dir", agent.state,
                "--root",
                agent.machine.path, "--measure-interval", "1s",
            ]
        )
        #expect(await daemon.says("started"))
        return daemon
    }
}
