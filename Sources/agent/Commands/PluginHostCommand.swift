import Daemon
import Glibc
import Live
import PluginHost
import Sealing
import Shared

/// `agent plugin-host`: the process that finds, runs and supervises plugins. `sensor-agent-plugins.service` runs it, or the
/// daemon of a normal user.
struct PluginHostCommand: Command {
    static let specification = CommandSpecification(
        ["plugin-host"],
        summary: "run plugins for the daemon; for sensor-agent-plugins.service",
        options: [
            OptionSpecification("--stdin", help: "the daemon is at the other end of standard input"),
            OptionSpecification("--delegated", help: "its control group is its own (Delegate=yes)"),
        ],
        isHidden: true,
        make: {
            PluginHostCommand(
                places: $0.places,
                isChild: $0.has("--stdin"),
                isDelegated: $0.has("--delegated"),
                isVerbose: $0.has("--verbose")
            )
        }
    )

    let places: Places
    let isChild: Bool
    let isDelegated: Bool
    let isVerbose: Bool

    func run() async throws {
        if isChild { HostKeeper.follow() }
        // A plugin that runs as the same user shall not look into this process.
        ProcessHardening.protectSecrets()
        // Each plugin that runs needs five; its own limit is another one.
        ProcessLimits.raiseOpenFiles()
        mkdir(places.state, 0o700)
        let groups = isDelegated ? ControlGroups.takeOver() : nil
        var world = World.live(log: StandardErrorLog(least: isVerbose ? .debug : .info))
        world.processes = LiveChildProcesses(cage: places.cage(groups: groups), isGuarded: !isChild)
        World.bootstrap(world)
        let limits = groups.map { $0.hasLimits ? "kill, memory, processes" : "kill" }
        Log.info(
            "plugins are kept apart",
            ["landlock": Landlock.version.map { "\($0)" } ?? "none", "control_groups": limits ?? "none"]
        )
        let signals = ProcessSignals([SIGTERM, SIGINT, SIGHUP])
        let socket = try daemon()
        let folders = places.pluginFolders
        let host = PluginHost(
            folders: folders,
            settings: PluginHostSettings(workFolder: places.state + "/plugins", fingerprint: Digest.sha256(ofFile:))
        )
        let (idle, isIdle) = AsyncStream.makeStream(of: Void.self)
        let hasNone = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                // SIGHUP changes nothing: the daemon says when plugins are to be looked for.
                for await signal in signals.stream where signal != SIGHUP {
                    if isChild { HostKeeper.standIn() }
                    break
                }
                return false
            }
            group.addTask {
                await HostSession(host, sha256: Digest.sha256).run(socket) { plugins in
                    Self.announce(plugins)
                    // The path unit starts a host again at the next plugin.
                    if isDelegated, plugins == 0, !folders.hasEntries { isIdle.finish() }
                }
                return false
            }
            group.addTask {
                for await _ in idle {}
                return true
            }
            let hasNone = await group.next() ?? false
            group.cancelAll()
            return hasNone
        }
        LiveChildProcesses.end()
        if isChild { HostKeeper.sweep() }
        Current.supervisor.tell(.stopping)
        // With this exit code the unit rests until its path unit starts it at the next plugin.
        if hasNone, !folders.hasEntries {
            throw ControlFailure(.no, "there are no plugins any more; the next one starts the host again")
        }
    }

    private static func announce(_ plugins: Int) {
        Current.supervisor.tell(.status("Running \(Count.of(plugins, "plugin"))"))
        Current.supervisor.tell(.ready)
    }

    private func daemon() throws -> LineSocket {
        guard isChild else { return try SocketAddress.connect(to: places.socket ?? SystemDaemon.hostSocketPath) }
        // Its number goes to what plugins have as their standard input.
        let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0, dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO) >= 0 else {
            throw ControlFailure(.internalFault, "standard input can't be used: \(String(cString: strerror(errno)))")
        }
        return LineSocket(descriptor)
    }
}
