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

    /// What to do when the host can't be reached.
    package static let wayBack =
        "with the package 'sudo systemctl restart sensor-agent' starts it again, and 'journalctl -u sensor-agent-plugins' says why "
        + "it ended; a daemon of your own starts it by itself, and its log says why it ended"
}
