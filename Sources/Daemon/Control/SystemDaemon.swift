import FoundationEssentials
import Glibc

/// The names of the daemon that the Debian package installs.
package enum SystemDaemon {
    /// Made by `sensor-agent.socket`.
    package static let socketPath = "/run/sensor-agent/control.sock"
    /// User and group of the service; members of the group may talk to it.
    package static let user = "sensor-agent"

    /// User of the service that runs the plugins; it may talk to the daemon over a socket of its own only.
    package static let hostUser = "sensor-agent-plugins"
    /// Made by `sensor-agent-plugins.socket`.
    package static let hostSocketPath = "/run/sensor-agent/plugins.sock"

    /// Whether an administrator masked the service of the plugins.
    package static var isHostMasked: Bool {
        ["/etc", "/run"].contains { top in
            // A link that can't be read is none.
            (try? FileManager.default.destinationOfSymbolicLink(
                atPath: "\(top)/systemd/system/sensor-agent-plugins.service"
            )) == "/dev/null"
        }
    }

    /// Whether the service runs, by its control group: known without waking it, and without asking systemd.
    package static var isRunning: Bool {
        access("/sys/fs/cgroup/system.slice/sensor-agent.service", F_OK) == 0
            || access("/sys/fs/cgroup/systemd/system.slice/sensor-agent.service", F_OK) == 0
    }
}
