import FakeHomeAssistant
import FoundationEssentials
import Shared
import TestSupport
import Testing

/// The credential `store-key`, as systemd hands it over.
@Suite(.world(), .timeLimit(.minutes(5))) struct StoreKeyTests {
    @Test("a service with a store-key keeps no readable secret on the disk, and without it stops and says why")
    func storeKey() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let credentials = agent.folder.path + "/credentials"
        try FileManager.default.createDirectory(atPath: credentials, withIntermediateDirectories: true)
        let key = String(repeating: "0123456789abcdef", count: 4)
        try Data((key + "\n").utf8).write(to: URL(filePath: credentials + "/store-key"))
        let command = [
            try AgentProgram.path(), "run", "--state-dir", agent.state, "--root", agent.machine.path, "--verbose",
        ]
        var daemon = try RunningProgram(command, environment: ["CREDENTIALS_DIRECTORY": credentials])
        #expect(await daemon.says("started"))
        _ = try await agent.add(home.url, token: home.token.exposed, name: "home")
        _ = try await agent.run("sensors", "enable", "battery.bat0.level")
        await home.until { $0.state(of: "battery.bat0.level") == "71" }
        let doctor = try await agent.run("doctor")
        #expect(doctor.standardOutput.contains("sealed with the credential 'store-key'"))
        try await agent.stop(daemon)
        let database = String(decoding: try Data(contentsOf: URL(filePath: agent.state + "/agent.db")), as: UTF8.self)
        #expect(!database.contains("webhook_id"))
        #expect(!daemon.log.joined().contains(key))

        daemon = try RunningProgram(command)
        let end = try await daemon.end()
        #expect(end.status == 78)
        #expect(daemon.log.joined().contains("LoadCredentialEncrypted=store-key"))
        home.stop()
    }
}
