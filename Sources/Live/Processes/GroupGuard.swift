import CLinux
import Glibc
import Synchronization

/// A small process of ours that outlives this one for a moment: when this one is gone, however it ended, it kills the groups
/// of processes that were left. A parent-death signal reaches only the leader of a group.
package final class GroupGuard: Sendable {
    /// The agent's command that leads to ``watch()``; not in its help.
    package static let word = "plugin-guard"

    static let shared = GroupGuard()

    private struct Running {
        /// The end of its standard input.
        var pipe: Int32
        var process: pid_t
    }

    private let running = Mutex<Running?>(nil)

    private init() {}

    /// Called on ``SpawnThread`` only.
    func start(trampoline: String) throws(ChildStepError) {
        guard running.withLock({ $0 == nil }) else { return }
        var ends: [Int32] = [-1, -1]
        guard make_pipe(&ends) == 0 else { throw ChildStepError("make a pipe", errno) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            close(ends[0])
        }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        _ = close_from(&actions, 3)
        let arguments = ["sensor-agent", Self.word]
        var argv = arguments.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = [nil]
        defer { for pointer in argv { free(pointer) } }
        var process = pid_t()
        let code = posix_spawn(&process, trampoline, &actions, nil, &argv, &envp)
        guard code == 0 else {
            close(ends[1])
            throw ChildStepError(trampoline, code)
        }
        let (pipe, guardian) = (ends[1], process)
        running.withLock { $0 = Running(pipe: pipe, process: guardian) }
    }

    /// Returns when it has ended, and with it whatever was left: one that ends just after this process would be counted as left
    /// behind.
    func end() {
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let last else { return }
        close(last.pipe)
        var status: Int32 = 0
        while waitpid(last.process, &status, 0) < 0, errno == EINTR {}
    }

    func add(_ group: pid_t) { tell("+\(group)\n") }

    func remove(_ group: pid_t) { tell("-\(group)\n") }

    private func tell(_ line: String) {
        running.withLock { running in
            // A pipe takes so few bytes whole. If the guard is gone, SIGPIPE is ignored by whoever runs plugins.
            if let running { _ = write(running.pipe, Array(line.utf8), line.utf8.count) }
        }
    }

    /// What the process of its own does.
    package static func watch() -> Never {
        setsid()
        for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
        var groups: Set<pid_t> = []
        while let line = readLine() {
            guard let group = pid_t(line.dropFirst()) else { continue }
            if line.hasPrefix("+") { groups.insert(group) } else { groups.remove(group) }
        }
        for group in groups where group > 1 { kill(-group, SIGKILL) }
        exit(0)
    }
}
