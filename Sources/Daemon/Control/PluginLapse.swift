package import SensorSDK

/// Sensors of a plugin that are enabled and do not report, though the plugin itself may be well.
package struct PluginLapse: Codable, Sendable, Hashable {
    /// Kept for ever.
    package enum Cause: String, Codable, Sendable, CaseIterable {
        /// The plugin is not there any more.
        case removed
        /// They are others than those that were accepted, and off until they are enabled again.
        case changed
    }

    /// Of the plugin.
    package var name: String
    package var cause: Cause
    package var sensors: [SensorID]
    /// What of them is another, in words.
    package var changes: [String]

    package init(name: String, cause: Cause, sensors: [SensorID], changes: [String] = []) {
        self.name = name
        self.cause = cause
        self.sensors = sensors
        self.changes = changes
    }
}
