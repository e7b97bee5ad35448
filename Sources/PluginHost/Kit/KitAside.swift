import SensorSDK

/// What a plugin says that is no answer.
enum KitAside: Sendable {
    case pushed(PluginMessage)
    /// A line that is no message: where and why.
    case refused(String)
    /// A key of a list or of readings that the protocol does not know, and where; perhaps it is misspelt.
    case unknownKey(String)
    /// A line of standard error.
    case error(String)
}
