import Glibc
import Live
import PluginHost
import Shared

extension Places {
    /// The user that the package makes for the plugin host.
    static let hostUserName = "sensor-agent-plugins"
    /// Where the package's host finds the daemon; made by `sensor-agent-plugins.socket`.
    static let hostSocketPath = "/run/sensor-agent/plugins.sock"

    /// `nil` where the package is not installed.
    static var hostUser: UInt32? { getpwnam(hostUserName).map(\.pointee.pw_uid) }

    /// The plugins of a daemon.
    ///
    /// - Parameter socket: At which the package's host connects, if systemd made one. Otherwise a daemon of a normal user starts
    ///   a host of its own; plugins never run as the user that holds the secrets of a whole machine.
    func plugins(at socket: Int32?, isVerbose: Bool) -> (any PluginService)? {
        if let socket, let user = Self.hostUser { return HostLink(.socket(descriptor: socket, user: user)) }
        guard root == nil, Self.isPerson || pluginFolder != nil else { return nil }
        let arguments = ["plugin-host", "--stdin", "--state-dir", state] + (isVerbose ? ["--verbose"] : [])
        return HostLink(.child { try await HostProcess.start(arguments) })
    }

    /// What a host looks through.
    var pluginFolders: PluginFolders {
        if let pluginFolder { return PluginFolders([pluginFolder], rule: .below(pluginFolder)) }
        return .standard(userData: Self.isPerson ? userData : nil)
    }

    /// Whatever the standard says, plugins of this folder alone are run, and what is above it is taken for granted; for tests
    /// and for trying a folder.
    private var pluginFolder: String? { Self.environment("SENSOR_AGENT_PLUGINS") }

    private static var isPerson: Bool { (1000...60000).contains(geteuid()) }

    private var userData: String? {
        if let base = Self.environment("XDG_DATA_HOME") { return base }
        return Self.environment("HOME").map { "\($0)/.local/share" }
    }
}
