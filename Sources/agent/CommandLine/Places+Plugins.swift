import Daemon
import Glibc
import Live
import PluginHost
import Shared

extension Places {
    /// The user that the package makes for the plugin host; `nil` where it is not installed.
    private static var hostUser: UInt32? { getpwnam(SystemDaemon.hostUser).map(\.pointee.pw_uid) }

    /// The plugins of a daemon.
    ///
    /// - Parameter socket: At which the package's host connects, if systemd made one. Otherwise a daemon of a normal user starts
    ///   a host of its own; plugins never run as the user that holds the secrets of a whole machine.
    func plugins(at socket: Int32?, isVerbose: Bool) -> (any PluginService)? {
        let folders = pluginFolders
        if let socket, let user = Self.hostUser {
            return HostLink(
                .socket(descriptor: socket, user: user),
                folders: folders.all,
                isAwaited: { folders.hasEntries },
                isMasked: { SystemDaemon.isHostMasked }
            )
        }
        guard root == nil else { return nil }
        guard Self.isNormalUser || pluginFolder != nil else {
            Log.info("plugins are not run", ["reason": PluginListing.none])
            return nil
        }
        let arguments = ["plugin-host", "--stdin", "--state-dir", state] + (isVerbose ? ["--verbose"] : [])
        return HostLink(.child { try await HostProcess.start(arguments) }, folders: folders.all)
    }

    /// What no plugin may see: the states of daemon and host, and the folder of the control socket.
    var hiddenFromPlugins: [String] {
        let folders = [servedSocket, SystemDaemon.socketPath].map { path in
            String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        }
        return [state, "/var/lib/sensor-agent"] + folders.filter { !$0.isEmpty && $0 != "/run" }
    }

    /// What a plugin may open only where its owner allows it: people's homes, and what runs for them.
    var closedToPlugins: [String] {
        let home = getpwuid(geteuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
        return ["/home", "/root", "/run/user"]
            + (Self.isNormalUser ? [home].compactMap(\.self).filter { $0 != "/" } : [])
    }

    /// What keeps plugins apart.
    func cage(groups: ControlGroups? = nil) -> ChildCage {
        ChildCage(hiding: hiddenFromPlugins, closing: closedToPlugins, groups: groups)
    }

    /// What a host looks through.
    var pluginFolders: PluginFolders {
        if let pluginFolder { return PluginFolders([pluginFolder], rule: .below(pluginFolder)) }
        return .standard(userData: Self.isNormalUser ? userData : nil)
    }

    /// Whatever the standard says, plugins of this folder alone are run, and what is above it is taken for granted; for tests
    /// and for trying a folder.
    private var pluginFolder: String? { Self.environment("SENSOR_AGENT_PLUGINS") }

    private var userData: String? {
        if let base = Self.environment("XDG_DATA_HOME") { return base }
        return Self.environment("HOME").map { "\($0)/.local/share" }
    }
}
