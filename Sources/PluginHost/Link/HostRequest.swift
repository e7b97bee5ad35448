/// What the daemon asks of the process that runs the plugins: one line of JSON.
struct HostRequest: Codable, Sendable, Hashable {
    enum Word: String, Codable, Sendable, Hashable, CaseIterable {
        /// The plugins themselves, or the sensors of one.
        case list
        case read
        /// Whether the plugin is to say what it notices.
        case watch
        case restart, reset
        /// What was hashed with the salt, with another one.
        case rename
    }

    var request: Word
    /// Repeated in the answer.
    var number: Int
    var plugin: String?
    /// `thing.reading` of each sensor.
    var ids: [String]?
    var isOn: Bool?
    /// Hexadecimal; see ``HostedContext``.
    var salt: String?
    /// The salt to come.
    var nextSalt: String?
    /// What the owner named for the plugin.
    var sources: [String]?
    /// What the owner allows the plugin of what it asks for: lines of ``ChildGrants/words``.
    var granted: [String]?

    private enum CodingKeys: String, CodingKey {
        case request, number, plugin, ids, salt, sources, granted
        case isOn = "on"
        case nextSalt = "next_salt"
    }

    init(_ request: Word, number: Int = 0, plugin: String? = nil) {
        self.request = request
        self.number = number
        self.plugin = plugin
    }
}
