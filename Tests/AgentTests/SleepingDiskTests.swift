import FoundationEssentials
import TestSupport
import Testing

/// D12: commands that would ask a disk over its bus, and wake it.
@Suite(.world(), .timeLimit(.minutes(5)))
struct SleepingDiskTests {
    @Test("D12: no family runs a command that could wake a disk, neither to list its sensors nor to read all of them")
    func noCommand() async throws {
        let agent = try AgentProgram()
        let commands = agent.folder.path + "/bin"
        let log = agent.folder.path + "/called"
        try FileManager.default.createDirectory(atPath: commands, withIntermediateDirectories: false)
        for name in ["smartctl", "hdparm", "hddtemp", "sdparm", "nvme", "udisksctl", "sensors", "df"] {
            // As smartctl says of a disk in standby.
            let script = "#!/bin/sh\necho \"$0 $*\" >> '\(log)'\nexit 2\n"
            try ScriptFile.write(script, to: "\(commands)/\(name)")
        }
        try agent.machine.write("suspended\n", to: "/sys/block/sda/device/power/runtime_status")
        try agent.machine.write("0\n", to: "/sys/block/sda/removable")
        let path = "PATH=\(commands):/usr/bin:/bin"
        let program = try AgentProgram.path()
        // The fakes are those that would be found.
        _ = try await ChildProgram.run(["env", path, "sh", "-c", "smartctl -n standby /dev/sda"])
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "\(commands)/smartctl -n standby /dev/sda\n")
        try FileManager.default.removeItem(atPath: log)
        for root in ["/", agent.machine.path] {
            let output = try await ChildProgram.run([
                "env", path, program, "sensors", "read", "--all", "--json", "--root", root,
            ])
            #expect(output.status == 0, "\(output.standardError)")
            #expect(output.standardOutput.contains("\"storage."))
        }
        let called = FileManager.default.fileExists(atPath: log) ? try String(contentsOfFile: log, encoding: .utf8) : ""
        #expect(called == "")
    }
}
