import Daemon
import Sealing
import SensorSDK
import Shared

/// Tells what is not mounted from what is mounted and hidden from the service by its sandbox: that shows only from outside.
struct HiddenMounts {
    /// Sources that the owner named; they count as offered.
    let sources: [String]

    /// A check of the sandbox with what this machine says about it.
    func explained(_ check: HealthCheck) async -> HealthCheck {
        guard check.subject == .sandbox, let ids = check.sensors, ids.contains(where: { $0.family == "storage" }) else {
            return check
        }
        let hidden = await hidden(ids)
        if hidden.isEmpty { return check }
        var check = check
        let list = hidden.map(\.description).joined(separator: ", ").printable(limit: 300)
        check.finding = "enabled and mounted, but the service's sandbox hides it: \(list)"
        check.advice =
            "\(Self.cause(of: hidden)): 'sudo systemctl edit sensor-agent', see agent(1), Loosening the sandbox"
        return check
    }

    private func hidden(_ ids: [SensorID]) async -> [SensorID] {
        let storage = BuiltInFamilies.sources.filter { $0.family == "storage" }
        let reader = MachineReader(sources: storage, sha256: Digest.sha256, namedSources: sources)
        let mounted = Set(await reader.sensors().map(\.id))
        return ids.filter(mounted.contains)
    }

    /// The directive that most likely hides a mount, by the place of the mount as its id tells it.
    static func cause(of ids: [SensorID]) -> String {
        let thing = ids.first.map { $0.description.split(separator: ".")[1] } ?? ""
        let causes = [
            ("home", "ProtectHome= hides what is below /home, /root and /run/user unless it is 'read-only' or 'no'"),
            (
                "run_user",
                "ProtectHome= hides what is below /home, /root and /run/user unless it is 'read-only' or 'no'"
            ),
            ("root_", "ProtectHome= hides what is below /home, /root and /run/user unless it is 'read-only' or 'no'"),
            ("tmp", "PrivateTmp=yes gives the service a /tmp of its own; PrivateTmp=no lets it see this machine's"),
            (
                "var_tmp",
                "PrivateTmp=yes gives the service a /var/tmp of its own; PrivateTmp=no lets it see this machine's"
            ),
            ("dev", "PrivateDevices=yes gives the service a /dev of its own"),
        ]
        return causes.first { thing.hasPrefix($0.0) }?.1
            ?? "a drop-in hides it (ProtectHome=, InaccessiblePaths=, TemporaryFileSystem=)"
    }
}
