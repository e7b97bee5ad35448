package import Shared

/// Plugins as `--json` prints them.
package struct PluginListing: Codable, Sendable {
    package var version = 1
    /// Who runs them; `nil` in a daemon that has no plugins.
    package var host: PluginHostState?
    package var plugins: [PluginReport]

    package init(_ plugins: [PluginReport], host: PluginHostState?) {
        self.plugins = plugins
        self.host = host
    }
}
