import CLinux
import CSystemd
import Glibc
import Shared

/// systemd, as far as it started this process and says so in its environment.
struct LiveSupervisor: Supervisor {
    let watchdogInterval: Duration?

    init() {
        var microseconds: UInt64 = 0
        let isWatched = sd_watchdog_enabled(0, &microseconds) > 0
        watchdogInterval = isWatched ? .microseconds(Int64(clamping: microseconds)) : nil
    }

    /// Descriptors from 3 on; the library sees to it that no child inherits them.
    func inheritedSockets() -> [InheritedSocket] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        // The environment stays as it is: changing it is not safe beside other threads, and no child has our process id.
        let count = sd_listen_fds_with_names(0, &names)
        defer {
            for index in 0..<max(0, Int(count)) { free(names?[index]) }
            free(names)
        }
        return (0..<max(0, count)).compactMap { index in
            let descriptor = SD_LISTEN_FDS_START + index
            guard is_listening_unix_stream(descriptor) > 0 else { return nil }
            let name = names?[Int(index)].map { String(cString: $0) }
            return InheritedSocket(name: name ?? "unknown", descriptor: descriptor)
        }
    }

    func tell(_ notice: SupervisorNotice) {
        // Nobody could do anything about a notice that does not arrive; systemd itself notices when none comes.
        sd_notify(0, Self.text(of: notice))
    }

    private static func text(of notice: SupervisorNotice) -> String {
        switch notice {
        case .ready: "READY=1"
        // By the clock systemd tells this reload from an earlier one.
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(clock_nanoseconds(CLOCK_MONOTONIC) / 1000)"
        case .stopping: "STOPPING=1"
        case .alive: "WATCHDOG=1"
        case .status(let line): "STATUS=\(line.printable(limit: 200))"
        }
    }
}
