import SensorSDK

/// What a plugin says that is no answer.
enum KitAside: Sendable {
    case pushed(PluginMessage)
    /// A line that is no message: where and why.
    case refused(String)
    /// A line of standard error.
    case error(String)
}
