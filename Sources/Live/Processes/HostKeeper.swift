import CLinux
import FoundationEssentials
import Glibc

/// A small process of ours between a user's daemon and its plugin host. What the host and its plugins leave behind when they end,
/// however they ended, becomes this one's child, whatever session or group it went to, and is killed. A service of systemd's has
/// its control group for that.
package enum HostKeeper {
    /// The agent's command that leads to ``keep(_:)``; not in its help.
    package static let word = "plugin-keeper"

    /// Runs the host at this process's own standard input, which is open until nothing of the host is left.
    ///
    /// - Parameter arguments: Of the host, without the program's name.
    package static func keep(_ arguments: [String]) -> Never {
        for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
        guard adopt_orphans() == 0 else { exit(1) }
        var host = pid_t()
        let code = arguments.withArgumentVector { spawn_in_group(&host, "/proc/self/exe", $0, environ, nil) }
        guard code == 0 else { exit(1) }
        // Orphans that end by themselves are reaped on the way.
        while waitpid(-1, nil, 0) != host {}
        exit(sweep() ? 0 : 1)
    }

    /// Has the host end in order when its keeper is killed. To be called on its first thread.
    package static func follow() {
        // Without that it stays until the daemon ends.
        _ = follow_parent(SIGTERM)
    }

    /// Leaves what the host's plugins leave behind to the host itself, whose keeper may be gone.
    package static func standIn() {
        _ = adopt_orphans()
    }

    /// Kills all children of this process.
    ///
    /// - Returns: Whether none is left.
    @discardableResult package static func sweep() -> Bool {
        for _ in 1...attempts {
            for child in children { kill(child, SIGKILL) }
            while waitpid(-1, nil, WNOHANG) > 0 {}
            if errno == ECHILD { return true }
            usleep(10_000)
        }
        return false
    }

    /// For 5 s; what a kernel call holds up for longer is not waited for.
    private static let attempts = 500

    private static var children: [pid_t] {
        let own = getpid()
        // Without /proc nothing is found, and nothing can be done.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { parent(of: $0) == own }
    }

    private static func parent(of process: pid_t) -> pid_t? {
        // One that has ended in between has none. Its name, in brackets, may hold anything.
        guard let stat = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return nil }
        let fields = String(decoding: stat, as: UTF8.self).split(separator: ")").last?.split(separator: " ")
        return fields?.dropFirst().first.flatMap { pid_t($0) }
    }
}
