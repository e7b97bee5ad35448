import SensorSDK

/// What the process that runs the plugins says to the daemon: one line of JSON. Sensors have the words of the plugin protocol,
/// with their ids as they are everywhere, but without the family, which the daemon gives.
struct HostMessage: Codable, Sendable, Hashable {
    enum Word: String, Codable, Sendable, Hashable, CaseIterable {
        /// All plugins with how they stand; also by itself, when there are others.
        case health
        case list
        case read
        /// What a plugin noticed by itself.
        case readAgain = "read_again"
        case listAgain = "list_again"
        case event
        case names
    }

    var says: Word
    /// Of the request that this answers.
    var number: Int?
    var plugin: String?
    var plugins: PluginItems<HostedPlugin>?
    var sensors: PluginItems<PluginSensor>?
    /// Ids in the plugin's list that could not be taken, with the last part of the list.
    var refused: [String]?
    var readings: PluginItems<PluginReading>?
    var ids: [String]?
    var event: PluginEvent?
    /// What each hashed name becomes with the salt to come.
    var names: [String: String]?
    /// Why there is no list.
    var fault: String?
    /// More lines belong to this answer.
    var hasMore: Bool?

    private enum CodingKeys: String, CodingKey {
        case says, number, plugin, plugins, sensors, refused, readings, ids, event, names, fault
        case hasMore = "more"
    }

    init(_ says: Word, number: Int? = nil, plugin: String? = nil) {
        self.says = says
        self.number = number
        self.plugin = plugin
    }
}
