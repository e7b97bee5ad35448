import Glibc
import PluginHost

extension Places {
    /// The host of this daemon's plugins, if a normal user runs it: plugins never run as the user that holds the secrets of a
    /// whole machine.
    var pluginHost: PluginHost? {
        guard (1000...60000).contains(geteuid()) || pluginFolder != nil else { return nil }
        let folders = pluginFolder.map { PluginFolders([$0], rule: .below($0)) } ?? .standard(userData: userData)
        return PluginHost(folders: folders, settings: PluginHostSettings(workFolder: state + "/plugins"))
    }

    /// Whatever the standard says, plugins of this folder alone are run, and what is above it is taken for granted; for tests
    /// and for trying a folder.
    private var pluginFolder: String? { Self.environment("SENSOR_AGENT_PLUGINS") }

    private var userData: String? {
        if let base = Self.environment("XDG_DATA_HOME") { return base }
        return Self.environment("HOME").map { "\($0)/.local/share" }
    }
}
