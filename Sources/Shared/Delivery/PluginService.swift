/// The plugins of this machine, whoever runs them: sources that come and go while the daemon runs.
package protocol PluginService: Sendable {
    /// Looks for plugins anew, runs nothing, and gives a source for each that may be run.
    func look() async -> [ProviderSource]

    /// Says that a look is worth it.
    func news() -> AsyncStream<Void>

    /// All that was found, with how it stands.
    func reports() async -> [PluginReport]

    /// Ends a plugin's process and lets it start anew at once.
    ///
    /// - Returns: `false` when there is no plugin of that name.
    func restart(_ name: String) async -> Bool

    /// The same, and forgets all failures: the way out of quarantine. What it lists is asked anew.
    func reset(_ name: String) async -> Bool

    /// Ends all processes; returns when none is left.
    func stop() async
}
