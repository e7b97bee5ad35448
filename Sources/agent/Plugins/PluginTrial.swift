import Daemon
import Glibc
import Live
import Shared

/// What the commands have in common that run a plugin in the caller's own process tree.
enum PluginTrial {
    static let asRoot = OptionSpecification("--as-root", help: "do it although you are root")

    /// Puts the process into the live world, in which plugins are kept apart as the host does it.
    ///
    /// - Throws: ``ControlFailure`` for root who did not say that it is meant.
    static func prepare(_ places: Places, isRootAllowed: Bool) throws(ControlFailure) {
        guard geteuid() != 0 || isRootAllowed else {
            throw ControlFailure(
                .notPermitted,
                "a plugin is not tried as root; do it as another user, or say --as-root"
            )
        }
        // A plugin that runs as the same user shall not look into this process.
        ProcessHardening.protectSecrets()
        var world = World.live(log: StandardErrorLog(least: .warning, hasJournalPrefix: false))
        world.processes = LiveChildProcesses(cage: places.cage())
        World.bootstrap(world)
    }
}
