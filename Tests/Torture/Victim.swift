import CLinux
import Daemon
import Glibc
import HomeAssistant
import Live
import Sealing
import SensorSDK
import Shared
import Webhook

/// The daemon that is killed: the real one, over the real store, with libcurl, on a made-up machine.
struct Victim {
    static let done = "done"

    private let plan: VictimPlan

    init(_ plan: VictimPlan) { self.plan = plan }

    func run() async {
        // Nothing of a run shall outlive it.
        _ = follow_parent(SIGKILL)
        if let trap = plan.trap { WriteTrap.arm(at: trap.number, percent: trap.percent) }
        var world = World.live(root: plan.state, log: VictimLog())
        world.http = MarkedTransport(transport: world.http, life: plan.life)
        World.bootstrap(world)
        do {
            let daemon = try await makeDaemon()
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
                group.addTask { try await daemon.run(onReady: { isReady.finish() }) }
                for await _ in ready {}
                try await carryOut(on: daemon)
                FileHandles.say(Self.done)
                try await group.waitForAll()
            }
        } catch {
            FileHandles.say("<3>the daemon ended: \(error)")
        }
    }

    private func makeDaemon() async throws -> Daemon {
        let (life, hasEvents) = (plan.life, plan.hasEvents)
        let source = ProviderSource(family: "torture", deadline: .seconds(600)) { _ in
            TortureProvider(life: life, hasEvents: hasEvents)
        }
        return try await Daemon(
            Configuration(
                stateDirectory: plan.state,
                socketPath: plan.state + "/control.sock",
                sources: [source],
                serverKinds: [HomeAssistantKind(), WebhookKind()],
                sha256: Digest.sha256,
                version: "0",
                pace: .fixed(.milliseconds(20))
            )
        )
    }

    private func carryOut(on daemon: Daemon) async throws {
        for (number, server) in plan.servers.enumerated() {
            try await add(server.url, server.token, Self.name(of: number), with: Sensors.enabled[number], to: daemon)
        }
        if let receiver = plan.receiver {
            try await add(
                receiver.url,
                receiver.line,
                WebhookKind.word,
                WebhookKind.word,
                with: Sensors.recorded,
                to: daemon
            )
        }
        guard let flip = plan.flip else { return }
        let servers = ServerChoice.named(Self.name(of: Sensors.flipServer))
        try check(
            await daemon.answer(
                flip
                    ? .enableSensors(patterns: [Sensors.flip], servers: servers)
                    : .disableSensors(patterns: [Sensors.flip], servers: servers)
            )
        )
    }

    private func add(
        _ url: String,
        _ token: String,
        _ name: String,
        _ kind: String? = nil,
        with sensors: Set<String>,
        to daemon: Daemon
    ) async throws {
        let new = NewServer(
            url: url,
            token: Secret(token),
            name: name,
            deviceName: "torture",
            allowsPlainHTTP: false,
            kind: kind
        )
        try check(await daemon.answer(.addServer(new)))
        try check(await daemon.answer(.enableSensors(patterns: sensors.sorted(), servers: .named(name))))
    }

    private func check(_ answer: ControlAnswer) throws {
        if case .failure(let failure) = answer { throw failure }
    }

    private static func name(of server: Int) -> String { "server\(server)" }
}
