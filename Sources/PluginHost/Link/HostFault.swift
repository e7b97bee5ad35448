/// Why a plugin's list did not come.
enum HostFault: Error, Sendable, Hashable, CustomStringConvertible {
    case absent
    /// The host's own words.
    case refused(String)

    var description: String {
        switch self {
        case .absent: "the plugin host does not run, so that nothing is known of the plugins"
        case .refused(let reason): reason
        }
    }
}
