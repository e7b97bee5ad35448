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
        geteuid() == 0 ? "/var/lib/sensor-agent" : userState
    }

    /// A user's own folder, root's, too.
    private static var userState: String {
        if let base = environment("XDG_STATE_HOME") { return base + "/sensor-agent" }
        let home = environment("HOME") ?? getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) } ?? ""
        return home + "/.local/state/sensor-agent"
    }

    /// Folder of a receiver's positions: never the one that is for the service alone, unless that was chosen or has them.
    var positions: String {
        let isThere = access(Self.standardState + "/receiver.db", F_OK) == 0
        return isThere || state != Self.standardState ? state : Self.userState
    }

    /// Where a daemon serves its control socket.
    var servedSocket: String { chosenSocket ?? standardSocket }

    /// Where a client looks for the daemon: the system's, where this user may talk to it, before the user's own.
    var askedSocket: String {
        if let chosen = chosenSocket { return isElsewhere(chosen) ? standardSocket : chosen }
        if access(SystemDaemon.socketPath, R_OK | W_OK) == 0 { return SystemDaemon.socketPath }
        let isClosed = errno == EACCES
        if access(standardSocket, F_OK) == 0 { return standardSocket }
        // With neither, what is wrong with the system's is worth more than that there is no other.
        return isClosed || SystemDaemon.isRunning ? SystemDaemon.socketPath : standardSocket
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
