package import SensorSDK

/// The plugins of this machine, whoever runs them: sources that come and go while the daemon runs.
package protocol PluginService: Sendable {
    var state: PluginHostState { get async }

    /// Where plugins are looked for, the strongest first.
    var folders: [String] { get }

    /// Does what goes on all the time, until the task is cancelled.
    func run() async

    /// Looks for plugins anew, runs nothing, and gives a source for each that may be run.
    func look() async -> [ProviderSource]

    /// A source for a family of which it is not known yet whether there is a plugin; `nil` where that is always known.
    func source(of family: String) -> ProviderSource?

    /// Says that a look is worth it, and which families have another list. One reader at a time.
    func news() -> AsyncStream<Set<String>>

    /// All that was found, with how it stands.
    func reports() async -> [PluginReport]

    /// Ends a plugin's process and lets it start anew at once.
    ///
    /// - Returns: `false` when there is no plugin of that name.
    func restart(_ name: String) async -> Bool

    /// The same, and forgets all failures: the way out of quarantine. What it lists is asked anew.
    func reset(_ name: String) async -> Bool

    /// What each name that was hashed for a family becomes when it is made with another salt.
    func renamed(_ family: String, from old: ProviderContext, to new: ProviderContext) async -> [String: String]

    /// Ends all processes; returns when none is left.
    func stop() async
}

extension PluginService {
    package func run() async {}

    package var folders: [String] { [] }

    package func renamed(_ family: String, from old: ProviderContext, to new: ProviderContext) async -> [String: String]
    { [:] }

    package func source(of family: String) -> ProviderSource? { nil }
}
