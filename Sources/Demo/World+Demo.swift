package import FoundationEssentials
package import Shared

extension World {
    /// A made-up laptop with all sensor families, whose values move with the time since boot and hold no chance.
    ///
    /// - Parameters:
    ///   - base: The machine that the demo only completes: clocks, randomness, HTTP, log and every capability are its own,
    ///     and the made-up devices of a family are laid over it where it has none (decided once, here). A USB stick that
    ///     comes and goes is always added. `nil` for a whole made-up machine, which reaches no server.
    ///   - log: Where log lines go without a base.
    package static func demo(filling base: World? = nil, log: any LogSink) -> World {
        guard let base else {
            let clock = ContinuousClock()
            let start = clock.now
            return demo(
                now: { Date() },
                sinceBoot: { .seconds(1000) + start.duration(to: clock.now) },
                clock: clock,
                log: log
            )
        }
        let parts = DemoParts(missingIn: base)
        var world = base
        // A demo is no service, whoever started it.
        world.supervisor = NoSupervisor()
        world.power = NoPowerEvents()
        world.files = DemoFileTree(parts: parts, over: base.files, sinceBoot: base.sinceBoot)
        world.volumes = DemoVolumes(parts: parts, over: base.volumes, sinceBoot: base.sinceBoot)
        world.hardwareMonitors = DemoHardwareMonitors(
            parts: parts,
            over: base.hardwareMonitors,
            sinceBoot: base.sinceBoot
        )
        world.networkLinks = DemoNetworkLinks(parts: parts, over: base.networkLinks, sinceBoot: base.sinceBoot)
        world.deviceEvents = DemoDeviceEvents(
            parts: parts,
            over: base.deviceEvents,
            sinceBoot: base.sinceBoot,
            clock: base.clock
        )
        return world
    }

    /// The whole made-up machine on clocks of the caller's choice.
    package static func demo(
        now: @escaping @Sendable () -> Date,
        sinceBoot: @escaping @Sendable () -> Duration,
        clock: any Clock<Duration>,
        log: any LogSink
    ) -> World {
        World(
            now: now,
            sinceBoot: sinceBoot,
            clock: clock,
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
            files: DemoFileTree(parts: .wholeMachine, over: nil, sinceBoot: sinceBoot),
            volumes: DemoVolumes(parts: .wholeMachine, over: nil, sinceBoot: sinceBoot),
            volumeProbes: DemoVolumeProbes(),
            hardwareMonitors: DemoHardwareMonitors(parts: .wholeMachine, over: nil, sinceBoot: sinceBoot),
            networkLinks: DemoNetworkLinks(parts: .wholeMachine, over: nil, sinceBoot: sinceBoot),
            deviceEvents: DemoDeviceEvents(parts: .wholeMachine, over: nil, sinceBoot: sinceBoot, clock: clock),
            http: DemoHTTPTransport(),
            hostName: { "demo-laptop" },
            log: log
        )
    }
}
