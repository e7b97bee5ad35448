import Daemon
import FoundationEssentials
import Sealing
import SensorSDK
import Shared
import Store
import TestSupport
import Testing

/// A whole daemon over a real store in a folder of its own, with made-up providers and servers and a clock that stands still.
struct TestDaemon: Sendable {
    let daemon: Daemon
    let clock: TestClock
    let isRealTime: Bool

    /// Runs `test` beside the daemon, then ends it in order.
    static func run(
        in directory: String,
        provider: FakeProvider,
        slowProvider: FakeProvider? = nil,
        servers: [String: FakeServer] = [:],
        kinds: [any ServerKind]? = nil,
        http: (any HTTPTransport)? = nil,
        isGoingAway: Bool = false,
        isRealTime: Bool = false,
        // What is no test of deadlines must not meet one on a busy machine.
        deadline: Duration = .seconds(1_000_000),
        clock: TestClock = TestClock(),
        log: RecordedLog = RecordedLog(),
        supervisor: FakeSupervisor = FakeSupervisor(),
        inheritedSocket: Int32? = nil,
        plugins: FakePlugins? = nil,
        power: FakePowerEvents? = nil,
        readSettings: (@Sendable () throws(ControlFailure) -> Settings)? = nil,
        _ test: @Sendable (TestDaemon) async throws -> Void
    ) async throws {
        var sources = [ProviderSource(family: "test", deadline: deadline) { _ in provider }]
        if let slowProvider {
            sources.append(ProviderSource(family: "slow", deadline: .seconds(5)) { _ in slowProvider })
        }
        try await run(
            in: directory,
            sources: sources,
            servers: servers,
            kinds: kinds,
            http: http,
            isGoingAway: isGoingAway,
            isRealTime: isRealTime,
            clock: clock,
            log: log,
            supervisor: supervisor,
            inheritedSocket: inheritedSocket,
            plugins: plugins,
            power: power,
            readSettings: readSettings,
            test
        )
    }

    static func run(
        in directory: String,
        sources: [ProviderSource],
        servers: [String: FakeServer] = [:],
        kinds: [any ServerKind]? = nil,
        http: (any HTTPTransport)? = nil,
        isGoingAway: Bool = false,
        isRealTime: Bool = false,
        clock: TestClock = TestClock(),
        log: RecordedLog = RecordedLog(),
        supervisor: FakeSupervisor = FakeSupervisor(),
        inheritedSocket: Int32? = nil,
        plugins: FakePlugins? = nil,
        power: FakePowerEvents? = nil,
        files: (any FileTree)? = nil,
        readSettings: (@Sendable () throws(ControlFailure) -> Settings)? = nil,
        _ test: @Sendable (TestDaemon) async throws -> Void
    ) async throws {
        try await inWorld({
            if isRealTime {
                let start = ContinuousClock.now
                $0.now = { Date() }
                $0.sinceBoot = { .seconds(1000) + (ContinuousClock.now - start) }
                $0.clock = ContinuousClock()
            } else {
                $0.use(clock)
            }
            $0.log = log
            if let http { $0.http = http }
            $0.supervisor = supervisor
            if let power { $0.power = power }
            if let files { $0.files = files }
        }) {
            let daemon = try await Daemon(
                Configuration(
                    stateDirectory: directory + "/state",
                    socketPath: directory + "/control.sock",
                    inheritedSocket: inheritedSocket,
                    sources: sources,
                    serverKinds: kinds ?? [FakeServerKind(servers)],
                    sha256: Digest.sha256,
                    version: "0",
                    readSettings: readSettings,
                    plugins: plugins
                )
            )
            let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await daemon.run(onReady: { isReady.finish() }, isGoingAway: { isGoingAway })
                }
                for await _ in ready {}
                try await test(TestDaemon(daemon: daemon, clock: clock, isRealTime: isRealTime))
                group.cancelAll()
                try await group.waitForAll()
            }
        }
    }

    /// Lets time pass, in steps or as it does, until what a test waits for is so. The daemon may lag behind, so that a test
    /// compares times that the server noted.
    func pass(by step: Duration = .seconds(1), until isMet: () async throws -> Bool) async throws {
        while try await !isMet() {
            if !isRealTime {
                await clock.sleepers(atLeast: 1)
                clock.advance(by: step)
            }
            // Leaves the others room to go on.
            try await Task.sleep(for: .microseconds(500))
        }
    }

    func add(_ url: String, as name: String, token: Secret = Secret("t"), kind: String? = nil) async throws {
        let answer = await daemon.answer(
            .addServer(
                NewServer(url: url, token: token, name: name, deviceName: "box", allowsPlainHTTP: false, kind: kind)
            )
        )
        guard case .added = answer else { throw Unexpected(answer: answer) }
    }

    @discardableResult
    func enable(_ patterns: String..., on servers: ServerChoice = .onlyOne) async throws -> EnablementReport {
        let answer = await daemon.answer(.enableSensors(patterns: patterns, servers: servers))
        guard case .changed(let report) = answer else { throw Unexpected(answer: answer) }
        return report
    }

    func disable(_ patterns: String..., on servers: ServerChoice = .onlyOne) async throws {
        let answer = await daemon.answer(.disableSensors(patterns: patterns, servers: servers))
        guard case .changed = answer else { throw Unexpected(answer: answer) }
    }

    func addSource(_ source: String, to family: String) async throws -> SourceReport {
        let answer = await daemon.answer(.addSource(family: family, source: source))
        guard case .sourceChanged(let report) = answer else { throw Unexpected(answer: answer) }
        return report
    }

    func removeSource(_ source: String, from family: String) async throws -> SourceReport {
        let answer = await daemon.answer(.removeSource(family: family, source: source))
        guard case .sourceChanged(let report) = answer else { throw Unexpected(answer: answer) }
        return report
    }

    /// - Parameter interval: `nil` for the family's own.
    @discardableResult
    func setInterval(_ interval: Duration?, of id: String) async throws -> IntervalReport {
        let milliseconds = interval.map { Int64($0 / .milliseconds(1)) }
        let answer = await daemon.answer(.setInterval(id: id, milliseconds: milliseconds))
        guard case .intervalSet(let report) = answer else { throw Unexpected(answer: answer) }
        return report
    }

    /// Without those that every daemon has, of the family `agent`.
    func sensors() async throws -> [ListedSensor] {
        let answer = await daemon.answer(.listSensors)
        guard case .sensors(let listing) = answer else { throw Unexpected(answer: answer) }
        return listing.sensors.filter { $0.id.family != "agent" }
    }

    func servers() async throws -> [ServerListing.Server] {
        let answer = await daemon.answer(.listServers)
        guard case .servers(let listing) = answer else { throw Unexpected(answer: answer) }
        return listing.servers
    }

    func preview() async throws -> PreviewReport {
        let answer = await daemon.answer(.previewServers(name: nil))
        guard case .preview(let report) = answer else { throw Unexpected(answer: answer) }
        return report
    }

    func audit(since: String? = nil) async throws -> [AuditReport.Row] {
        let answer = await daemon.answer(.auditServers(name: nil, since: since))
        guard case .audit(let report) = answer else { throw Unexpected(answer: answer) }
        return report.rows
    }

    func set(_ name: String, _ change: ServerChange) async throws -> ChangedServer {
        let answer = await daemon.answer(.setServer(name: name, change: change))
        guard case .set(let report) = answer else { throw Unexpected(answer: answer) }
        return report
    }

    @discardableResult
    func reconnect(_ name: String, token: Secret) async throws -> ChangedServer {
        let answer = await daemon.answer(.reconnectServer(name: name, token: token))
        guard case .set(let report) = answer else { throw Unexpected(answer: answer) }
        return report
    }

    struct Unexpected: Error {
        var answer: ControlAnswer
    }
}
