package import FoundationEssentials
package import SensorSDK

/// What lies outside of this process, as it sees it. Our own services are not in here: they are passed to `init`.
package struct World: Sendable {
    /// Wall clock; may jump.
    package var now: @Sendable () -> Date
    /// Time since boot, suspend included (`CLOCK_BOOTTIME`): for rates, ages and backoff.
    package var sinceBoot: @Sendable () -> Duration
    /// For sleeping and deadlines.
    package var clock: any Clock<Duration>
    /// Random bytes fit for keys.
    package var randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// Files of the machine: "/" here, a fixture folder in a test.
    package var files: any FileTree
    /// File systems (`statvfs`).
    package var volumes: any Volumes
    /// File systems that may hang, asked outside of this process.
    package var volumeProbes: any VolumeProbes
    /// libsensors.
    package var hardwareMonitors: any HardwareMonitors
    /// Netlink: network interfaces, addresses, default routes, Wi-Fi.
    package var networkLinks: any NetworkLinks
    /// udev.
    package var deviceEvents: any DeviceEvents
    package var http: any HTTPTransport
    /// Name of this host, without domain.
    package var hostName: @Sendable () -> String
    package var log: any LogSink
    /// What started this process and watches over it.
    package var supervisor: any Supervisor
    /// Sleep and shutdown; nobody tells but where the live world sets it.
    package var power: any PowerEvents = NoPowerEvents()
    /// Child processes; none but where the live world sets them.
    package var processes: any ChildProcesses = AbsentChildProcesses()

    package init(
        now: @escaping @Sendable () -> Date,
        sinceBoot: @escaping @Sendable () -> Duration,
        clock: any Clock<Duration>,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8],
        files: any FileTree,
        volumes: any Volumes,
        volumeProbes: any VolumeProbes,
        hardwareMonitors: any HardwareMonitors,
        networkLinks: any NetworkLinks,
        deviceEvents: any DeviceEvents,
        http: any HTTPTransport,
        hostName: @escaping @Sendable () -> String,
        log: any LogSink,
        supervisor: any Supervisor = NoSupervisor()
    ) {
        self.now = now
        self.sinceBoot = sinceBoot
        self.clock = clock
        self.randomBytes = randomBytes
        self.files = files
        self.volumes = volumes
        self.volumeProbes = volumeProbes
        self.hardwareMonitors = hardwareMonitors
        self.networkLinks = networkLinks
        self.deviceEvents = deviceEvents
        self.http = http
        self.hostName = hostName
        self.log = log
        self.supervisor = supervisor
    }

    /// Both clocks, read together.
    package var instant: Instant {
        Instant(wall: now(), boot: sinceBoot())
    }
}
