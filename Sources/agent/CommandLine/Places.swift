import Daemon
import Glibc
import Shared

/// Where socket, databases and the machine's files are, from options, environment and who runs the program.
struct Places: Sendable {
    let socket: String?
    let stateDirectory: String?
    let root: String?

    /// Root of the machine's file tree; `nil` for the machine itself.
    ///
    /// - Throws: ``ControlFailure`` when there is no such folder.
    var machineRoot: String? {
        get throws(ControlFailure) {
            guard let root = root ?? Self.environment("SENSOR_AGENT_ROOT") else { return nil }
            var status = stat()
            guard stat(root, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw ControlFailure(
                    .usage,
                    "there is no folder \(root.printable(limit: 200)); --root takes the folder of a machine"
                )
            }
            return root
        }
    }

    /// Folder of the databases.
    var state: String {
        if let chosen = stateDirectory ?? Self.environment("SENSOR_AGENT_STATE_DIR") { return chosen }
        // systemd's, under a unit with StateDirectory=.
        return Self.environment("STATE_DIRECTORY") ?? Self.standardState
    }

    /// Where it is when nothing says so.
    private static var standardState: String {
        if geteuid() == 0 { return "/var/lib/sensor-agent" }
        if let base = environment("XDG_STATE_HOME") { return base + "/sensor-agent" }
        return (environment("HOME") ?? "") + "/.local/state/sensor-agent"
    }

    /// Where a daemon serves its control socket.
    var servedSocket: String { chosenSocket ?? standardSocket }

    /// Where a client looks for the daemon: the system's, if there is one, before the user's own.
    var askedSocket: String {
        if let chosen = chosenSocket { return isElsewhere(chosen) ? standardSocket : chosen }
        var status = stat()
        let hasSystemSocket = stat(SystemDaemon.socketPath, &status) == 0 || errno == EACCES
        return hasSystemSocket ? SystemDaemon.socketPath : standardSocket
    }

    /// Whether the folder that was named is the standard one: a daemon that was started without options has its socket
    /// elsewhere.
    private func isElsewhere(_ chosen: String) -> Bool {
        guard socket == nil, let stateDirectory, access(chosen, F_OK) != 0 else { return false }
        return [Self.standardState, Self.standardState + "/"].contains(stateDirectory)
    }

    private var standardSocket: String { geteuid() == 0 ? SystemDaemon.socketPath : userSocket }

    private var chosenSocket: String? {
        if let socket { return socket }
        if let stateDirectory { return stateDirectory + "/control.sock" }
        // Root does not let its environment say whom it trusts.
        guard geteuid() != 0 else { return nil }
        if let socket = Self.environment("SENSOR_AGENT_SOCKET") { return socket }
        return Self.environment("SENSOR_AGENT_STATE_DIR").map { $0 + "/control.sock" }
    }

    private var userSocket: String {
        if let base = Self.environment("XDG_RUNTIME_DIR") { return base + "/sensor-agent/control.sock" }
        return state + "/control.sock"
    }

    static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
