import FoundationEssentials
package import Shared

extension World {
    /// A world in which nothing is there: an empty machine, a clock that stands still, no network.
    package static func fake() -> World {
        let clock = TestClock()
        return World(
            now: { clock.wall },
            sinceBoot: { clock.sinceBoot },
            clock: clock,
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
            files: FakeFileTree(),
            volumes: FakeVolumes(),
            volumeProbes: FakeVolumeProbes(),
            hardwareMonitors: FakeHardwareMonitors(),
            networkLinks: FakeNetworkLinks(),
            deviceEvents: FakeDeviceEvents(),
            http: FakeHTTPTransport(),
            hostName: { "testhost" },
            log: RecordedLog()
        )
    }

    /// Puts one test clock behind all of this world's clocks.
    package mutating func use(_ clock: TestClock) {
        now = { clock.wall }
        sinceBoot = { clock.sinceBoot }
        self.clock = clock
    }
}
