import CLinux
import FoundationEssentials
import Glibc
package import Shared

extension World {
    /// The real machine, or one whose files are below a folder.
    ///
    /// - Parameters:
    ///   - root: "/" for this machine. Of any other there are files and volumes only: libsensors, udev and netlink can't be asked
    ///     about a folder, and this machine's would be wrong there.
    ///   - log: Also gets what the live parts have to say themselves.
    package static func live(root: String = "/", log: any LogSink) -> World {
        let isThisMachine = FileRoot(root).isThisMachine
        var world = World(
            now: { Date() },
            sinceBoot: { .sinceBoot() },
            clock: ContinuousClock(),
            randomBytes: { .random(count: $0) },
            files: LiveFileTree(root: root),
            volumes: LiveVolumes(root: root),
            volumeProbes: LiveVolumeProbes(root: root),
            hardwareMonitors: isThisMachine ? LiveHardwareMonitors() : AbsentHardwareMonitors(),
            networkLinks: isThisMachine ? LiveNetworkLinks(log: log) : AbsentNetworkLinks(),
            deviceEvents: isThisMachine ? LiveDeviceEvents(log: log) : AbsentDeviceEvents(),
            http: CurlTransport(),
            hostName: { .hostName() },
            log: log,
            supervisor: LiveSupervisor()
        )
        if isThisMachine {
            world.processes = LiveChildProcesses()
            world.power = LivePowerEvents(log: log)
        }
        return world
    }
}

extension Duration {
    /// `CLOCK_BOOTTIME`
    fileprivate static func sinceBoot() -> Duration {
        .nanoseconds(clock_nanoseconds(CLOCK_BOOTTIME))
    }
}

extension [UInt8] {
    /// From the kernel's generator.
    fileprivate static func random(count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // getentropy(3) gives 256 bytes at most.
                let size = Swift.min(256, count - filled)
                guard getentropy(buffer.baseAddress.map { $0 + filled }, size) == 0 else {
                    preconditionFailure("the kernel gives no random bytes: getentropy failed with errno \(errno)")
                }
                filled += size
            }
        }
    }
}

extension String {
    /// This host's name up to the first dot.
    fileprivate static func hostName() -> String {
        let capacity = Int(HOST_NAME_MAX) + 1
        let name = String(capacity: capacity) { gethostname($0, capacity) == 0 }
        return String((name ?? "localhost").prefix { $0 != "." })
    }
}
