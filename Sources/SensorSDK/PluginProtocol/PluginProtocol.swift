/// The protocol between the agent's plugin host and a plugin: a JSON object a line, on the plugin's standard input and output.
///
/// `Plugins/README.md` specifies it. Both ends use the same types: ``PluginRequest`` goes to the plugin, ``PluginMessage``
/// comes from it, ``PluginLine`` makes lines of them.
public enum PluginProtocol {
    /// The version that this SDK speaks. A change that an older end would misunderstand gets a new number.
    public static let version = 1
    /// The most bytes of a line, its end left out.
    public static let longestLine = 256 << 10
    /// The most sensors of one plugin; those beyond are refused.
    public static let mostSensors = 500
    /// How deep arrays and objects may be nested.
    public static let deepestNesting = 16
}
