/// A program of its own that gives sensors to the agent. Conform to it, mark the type `@main`, and build an executable.
///
/// ```swift
/// import SensorSDK
///
/// @main struct Weather: SensorPlugin {
///     let temperature: SensorID
///
///     init(context: ProviderContext) throws {
///         temperature = try context.sensor("outside", "temperature")
///     }
///
///     func sensors() async throws -> [Sensor] {
///         [try Sensor(id: temperature, device: "Outside", name: "Outside temperature", deviceClass: .temperature, unit: .celsius)]
///     }
///
///     func read(_ ids: Set<SensorID>) async -> [Reading] {
///         ids.map { Reading($0, .value(.number(21.5)), at: .now()) }
///     }
/// }
/// ```
///
/// Standard output belongs to the protocol; what is written to standard error goes to the agent's log.
public protocol SensorPlugin: SensorProvider {
    /// Made once, when the host has said hello.
    init(context: ProviderContext) async throws

    /// How the host keeps the process; ``PluginMode/stay`` unless you say otherwise.
    static var mode: PluginMode { get }
    /// What people call the plugin, and its version.
    static var about: PluginMessage.Hello { get }
}

extension SensorPlugin {
    public static var mode: PluginMode { .stay }

    public static var about: PluginMessage.Hello {
        PluginMessage.Hello(name: "\(Self.self)")
    }

    // Not async, since a client's `async` entry point could not call it without isolation of its own.
    /// Speaks the protocol on standard input and output until the host says bye or goes away.
    public static func main() {
        PluginRunner(Self.self).run()
    }
}
