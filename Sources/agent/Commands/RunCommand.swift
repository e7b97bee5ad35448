import Daemon
import Glibc
import HomeAssistant
import Live
import Sealing
import Shared
import Webhook

/// `agent run`
struct RunCommand: Command {
    static let specification = CommandSpecification(
        ["run"],
        summary: "run the daemon in the foreground",
        details: """
            It reads what is enabled and reports it until SIGTERM or Ctrl-C, and then tells the servers, within five seconds, that
            its sensors are unavailable. When systemd restarts it, it sends nothing. SIGHUP makes it read its settings and look for
            sensors again.
            Under systemd it serves the control socket that systemd made, and says how it stands (Type=notify, WatchdogSec=).
            """,
        options: [
            OptionSpecification(
                "--measure-interval",
                "TIME",
                help:
                    "read every enabled sensor at this pace, below the sources' floors; only for measuring the agent itself"
            ),
            OptionSpecification(
                "--settings",
                "DIR",
                valueKind: .folders,
                help: "folder with sensor-agent.conf and sensor-agent.conf.d, see sensor-agent.conf(5)"
            ),
        ],
        make: {
            RunCommand(
                places: $0.places,
                isVerbose: $0.has("--verbose"),
                measureInterval: try $0.duration(of: "--measure-interval"),
                settingsFolder: SettingsFolder(path: $0.value(of: "--settings") ?? Places.standardSettings)
            )
        }
    )

    let places: Places
    let isVerbose: Bool
    let measureInterval: Duration?
    let settingsFolder: SettingsFolder

    func run() async throws {
        ProcessHardening.protectSecrets()
        let log = AdjustableLog(StandardErrorLog(least: .debug), least: isVerbose ? .debug : .info)
        let root = try places.machineRoot ?? "/"
        World.bootstrap(.live(root: root, log: log))
        let sockets = inheritedSockets()
        // The daemon closes its own when it ends.
        let waitingRoom = sockets["control"].map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        do {
            try await serve(sockets, log)
        } catch {
            let failure = ControlFailure(of: error)
            Current.supervisor.tell(.status("Can't start: \(failure)"))
            if let waitingRoom { Refusal(failure).tell(at: waitingRoom) }
            throw failure
        }
    }

    private func serve(_ sockets: [String: Int32], _ log: AdjustableLog) async throws {
        let settings = try settingsFolder.read()
        if !isVerbose { log.setLeast(settings.logLevel) }
        let signals = ProcessSignals([SIGTERM, SIGINT, SIGHUP])
        let daemon = try await Daemon(
            Configuration(
                stateDirectory: places.state,
                socketPath: places.servedSocket,
                inheritedSocket: sockets["control"],
                sources: BuiltInFamilies.sources,
                serverKinds: [HomeAssistantKind(), WebhookKind()],
                sha256: Digest.sha256,
                version: Agent.version,
                pace: measureInterval.map(Pace.fixed) ?? .usual,
                settings: settings,
                readSettings: { () throws(ControlFailure) in try settingsFolder.read() },
                settingsTaken: { settings in
                    if !isVerbose { log.setLeast(settings.logLevel) }
                },
                credentials: Places.environment("CREDENTIALS_DIRECTORY").map(CredentialFolder.init),
                plugins: places.plugins(at: sockets["plugins"], isVerbose: isVerbose)
            )
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await signal in signals.stream {
                    guard signal == SIGHUP else { return }
                    if case .failure(let failure) = await daemon.answer(.reload) {
                        Log.error("reload failed", ["reason": "\(failure)"])
                    }
                }
            }
            group.addTask { try await daemon.run(isGoingAway: { await OwnUnit.isGoingAway() }) }
            try await group.next()
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    /// The sockets that systemd made for this process, if it did, by what its units call them.
    private func inheritedSockets() -> [String: Int32] {
        var known: [String: Int32] = [:]
        for socket in Current.supervisor.inheritedSockets() {
            if ["control", "plugins"].contains(socket.name), known[socket.name] == nil {
                known[socket.name] = socket.descriptor
            } else {
                Log.warning("systemd handed over a socket that is not known here", ["name": socket.name])
                close(socket.descriptor)
            }
        }
        return known
    }
}
