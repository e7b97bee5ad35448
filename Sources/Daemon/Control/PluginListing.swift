package import Shared

/// Plugins as `--json` prints them.
package struct PluginListing: Codable, Sendable {
    package var version = 1
    /// Who runs them; `nil` in a daemon that has no plugins.
    package var host: PluginHostState?
    package var plugins: [PluginReport]
    /// Where they are looked for, the strongest first.
    package var folders: [String]?
    /// What is enabled and does not report.
    package var lapses: [PluginLapse]?

    package init(
        _ plugins: [PluginReport],
        host: PluginHostState?,
        folders: [String]? = nil,
        lapses: [PluginLapse]? = nil
    ) {
        self.plugins = plugins
        self.host = host
        self.folders = folders
        self.lapses = lapses
    }

    /// Why there is no host.
    package static let none =
        "this daemon runs no plugins: only the package's does, with its socket for them, and one that a normal user (uid 1000 to "
        + "60000) runs for this machine"
    /// Why the host does not come.
    package static let masked =
        "plugins are switched off: sensor-agent-plugins.service is masked; 'sudo systemctl unmask sensor-agent-plugins.service "
        + "sensor-agent-plugins.path' and 'sudo systemctl restart sensor-agent' let them run"
    /// Why nothing new is known of the plugins.
    package static let silent =
        "the plugin host does not answer: it is stopped (SIGSTOP, a debugger) or hangs, so that no plugin's sensor is read"
    /// What to do about that.
    package static let wayOut =
        "with the package 'sudo systemctl restart sensor-agent-plugins' starts it anew; a daemon of your own does so after "
        + "'pkill -KILL -f \"sensor-agent plugin-host\"'"
    /// What to do when the host can't be reached.
    package static let wayBack =
        "with the package 'sudo systemctl restart sensor-agent' starts it again, and 'journalctl -u sensor-agent-plugins' says why "
        + "it ended; a daemon of your own starts it by itself, and its log says why it ended"
}
