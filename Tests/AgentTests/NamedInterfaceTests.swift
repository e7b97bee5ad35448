import TestSupport
import Testing

/// Network interfaces that are left out unless their owner names them.
@Suite(.world(), .timeLimit(.minutes(5)))
struct NamedInterfaceTests {
    @Test("an interface that is noise to others is listed, off, once its owner names it, and again after a restart")
    func named() async throws {
        let agent = try AgentProgram()
        for (name, text) in [("operstate", "up"), ("flags", "0x1003"), ("ifindex", "3"), ("iflink", "3")] {
            try agent.machine.write(text + "\n", to: "/sys/class/net/br0/\(name)")
        }
        try agent.machine.write("8000.0\n", to: "/sys/class/net/br0/bridge/bridge_id")
        let daemon = try await agent.startDaemon()
        let unnamed = try await agent.run("sensors", "--json")
        #expect(!unnamed.standardOutput.contains("\"network.br0.link\""))
        let before = try await agent.run("sensors", "add", "network", "br0")
        #expect(before.status == 0, "\(before.standardError)")
        #expect(before.standardOutput.contains("new: network.br0.link"))
        let sources = try await agent.run("sensors", "sources")
        #expect(sources.standardOutput.contains("br0"))
        for bad in ["", "..", "a/b", "a b", "longer-than-15-by-far"] {
            let refused = try await agent.run("sensors", "add", "network", bad)
            #expect(refused.status == 64, "\(bad): \(refused.standardError)")
        }
        try await agent.stop(daemon)
        let again = try await agent.startDaemon()
        let listed = try await agent.run("sensors", "--json")
        #expect(listed.standardOutput.contains("\"network.br0.link\""))
        try await agent.stop(again)
    }
}
