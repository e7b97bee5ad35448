/// Why a plugin's list did not come.
enum HostFault: Error, Sendable, Hashable, CustomStringConvertible {
    case absent
    /// Its answer did not come in time.
    case late
    /// The host's own words.
    case refused(String)

    var description: String {
        switch self {
        case .absent: "the plugin host does not run, so that nothing is known of the plugins"
        case .late: "the plugin host did not answer in time"
        case .refused(let reason): reason
        }
    }
}
