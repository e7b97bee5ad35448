import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

@testable import Live

/// Groups of control, on a machine that lets its tests make some.
@Suite(.timeLimit(.minutes(10))) struct ControlGroupsTests {
    /// A group of version 2 below which this process may make others.
    private static let root: String? = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].first {
        access($0 + "/cgroup.procs", W_OK) == 0
    }

    @Test(
        "D22: what a program started ends with it, even what left its group of processes, and no group is left",
        .enabled(if: root != nil && geteuid() == 0, "this machine has no control groups for tests")
    )
    func endsAll() async throws {
        let folder = try TemporaryFolder()
        let parent = try #require(Self.root) + "/sensor-agent-test-\(getpid())"
        #expect(mkdir(parent, 0o755) == 0)
        defer { rmdir(parent) }
        let processes = LiveChildProcesses(
            trampoline: BuiltProgram.agent,
            cage: ChildCage(hiding: [], groups: ControlGroups(below: parent))
        )
        let process = try await processes.start(
            ChildCommand(
                program: .path("/bin/sh"),
                arguments: ["-c", "setsid sh -c 'echo $$ > escaped; exec sleep 1000' & read -r line"],
                environment: ["PATH": "/usr/bin:/bin"],
                folder: folder.path
            )
        )
        var escaped: pid_t?
        while escaped == nil {
            // Absent until it has come so far.
            escaped = (try? folder.text("escaped")).flatMap { pid_t($0.filter(\.isNumber)) }
            await Task.yield()
        }
        let runaway = try #require(escaped)
        process.signal(SIGKILL)
        _ = await process.end()
        while kill(runaway, 0) == 0 { await Task.yield() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent).allSatisfy { !$0.contains("-1") })
    }
}
