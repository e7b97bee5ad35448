package import Shared

/// Plugins as `--json` prints them.
package struct PluginListing: Codable, Sendable {
    package var version = 1
    package var plugins: [PluginReport]

    package init(_ plugins: [PluginReport]) {
        self.plugins = plugins
    }
}
