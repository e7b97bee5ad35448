import CLinux
import Glibc

/// What a process does for itself before it holds secrets.
package enum ProcessHardening {
    /// New files for their owner alone; no core dump; no look into the memory by other programs of the same user.
    package static func protectSecrets() {
        umask(0o077)
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        // Neither call can fail: a limit may always be lowered, and 0 is a value that every kernel takes.
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        _ = forbid_dumps()
    }
}
