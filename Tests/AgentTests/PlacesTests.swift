import Glibc
import TestSupport
import Testing

/// Where a daemon of a normal user's is, and is looked for.
@Suite(.world(), .timeLimit(.minutes(5)))
struct PlacesTests {
    @Test(
        "a daemon that was started without options is found without, and by its state folder, though its socket is elsewhere",
        .enabled(if: geteuid() == 0, "only root can be another user")
    )
    func standard() async throws {
        let folder = try TemporaryFolder()
        try #require(chown(folder.path, 65534, 65534) == 0)
        let state = folder.path + "/state/sensor-agent"
        let program = [
            "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/env",
            "XDG_STATE_HOME=\(folder.path)/state", "XDG_RUNTIME_DIR=\(folder.path)/run",
            try await AgentProgram.copy(in: folder),
        ]
        try #require(mkdir(folder.path + "/run", 0o700) == 0 && chown(folder.path + "/run", 65534, 65534) == 0)
        let daemon = try RunningProgram(program + ["run"])
        #expect(await daemon.says("socket=\(folder.path)/run/sensor-agent/control.sock"))
        for options in [["--state-dir", state], ["--state-dir", state + "/"]] {
            let output = try await ChildProgram.run(program + ["status"] + options)
            #expect(output.status == 0, "\(output.standardError)")
        }
        #expect(try await ChildProgram.run(program + ["status", "--state-dir", folder.path]).status == 69)
        daemon.signal(SIGTERM)
        _ = try await daemon.end()
    }
}
