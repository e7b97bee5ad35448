import Daemon
import Demo
import FakeHomeAssistant
import Glibc
import HomeAssistant
import Live
import Sealing
import SensorSDK
import Shared

/// `agent demo`
struct DemoCommand: Command {
    static let specification = CommandSpecification(
        ["demo"],
        summary: "show the main job on loopback, without a Home Assistant",
        details: """
            Starts a stand-in for Home Assistant, registers with it, enables a few sensors, and shows what goes over the wire
            and what the server then knows. What this machine lacks is made up and marked (demo). Nothing is left behind.
            """,
        options: [
            OptionSpecification(
                "--for",
                "TIME",
                help: "end by itself after this time, such as 10s; else Ctrl-C ends it"
            ),
            OptionSpecification(
                "--json",
                help: "one JSON document a line: what goes over the wire, and at the end the result"
            ),
        ],
        make: { DemoCommand(places: $0.places, duration: try $0.duration(of: "--for"), isJSON: $0.has(.json)) }
    )

    let places: Places
    let duration: Duration?
    let isJSON: Bool

    func run() async throws {
        umask(0o077)
        let log = StandardErrorLog(least: .warning, hasJournalPrefix: false)
        let root = try places.machineRoot ?? "/"
        World.bootstrap(.demo(filling: .live(root: root, log: log), log: log))
        let signals = ProcessSignals([SIGTERM, SIGINT, SIGHUP])
        let folder = try DemoFolder()
        let home = try FakeHomeAssistant(acceptsOneRegistration: true)
        let daemon = try await Daemon(
            Configuration(
                stateDirectory: folder.path + "/state",
                socketPath: folder.path + "/control.sock",
                sources: BuiltInFamilies.sources,
                serverKinds: [HomeAssistantKind()],
                sha256: Digest.sha256,
                version: Agent.version,
                pace: .brisk
            )
        )
        let screen = DemoScreen(home: home, daemon: daemon, isJSON: isJSON)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await daemon.run() }
            try await register(daemon, home)
            let (enabled, known) = try await enable(daemon)
            screen.begin(url: home.url, enabled: enabled, known: known)
            let duration = duration
            group.addTask {
                for await _ in signals.stream { return }
            }
            if let duration {
                group.addTask { try await Current.clock.sleep(for: duration) }
            }
            group.addTask { await screen.run() }
            // A signal, the end of the time, or the daemon's end.
            try await group.next()
            try await screen.end()
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
        home.stop()
    }

    private func register(_ daemon: Daemon, _ home: FakeHomeAssistant) async throws {
        let server = NewServer(
            url: home.url,
            token: home.token,
            name: "demo",
            deviceName: Current.hostName(),
            allowsPlainHTTP: false
        )
        if case .failure(let failure) = await daemon.answer(.addServer(server)) { throw failure }
    }

    /// Enables a handful of each family: those that people look for first and that have a value.
    private func enable(_ daemon: Daemon) async throws -> (enabled: [SensorID], known: Int) {
        guard case .sensors(let listing) = await daemon.answer(.listSensors) else {
            throw ControlFailure.unexpectedAnswer
        }
        var chosen: [SensorID] = []
        for (family, readings) in Self.favourites {
            let candidates = listing.sensors.filter { sensor in
                sensor.id.family == family
                    && (sensor.value != nil || sensor.unavailable == .waiting || family == "device_events")
            }
            let things = Dictionary(grouping: candidates, by: \.id.thing).sorted { left, right in
                // The richest first: a battery rather than a power input.
                (right.value.count, left.key) < (left.value.count, right.key)
            }
            for (_, sensors) in things.prefix(2) {
                chosen += sensors.map(\.id).filter { readings.contains($0.reading) }.prefix(4)
            }
        }
        let patterns = chosen.map(\.description)
        let answer = await daemon.answer(.enableSensors(patterns: patterns, servers: .onlyOne))
        if case .failure(let failure) = answer { throw failure }
        return (chosen, listing.sensors.count)
    }

    private static let favourites: KeyValuePairs<String, [String]> = [
        "battery": ["level", "status", "charging", "power", "online", "on_mains"],
        "thermal": ["temp1", "temp2", "fan1", "fan2"],
        "storage": ["used_percent", "available"],
        "network": ["link", "rx_rate", "tx_rate", "rx_total"],
        "device_events": ["count", "last_event"],
    ]
}
