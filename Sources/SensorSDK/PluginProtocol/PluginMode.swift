/// How the host keeps a plugin's process.
public enum PluginMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Kept while one of its sensors is enabled.
    case stay
    /// Started for each question and ended after the answer: no memory between two readings of a slow sensor.
    case once
}
