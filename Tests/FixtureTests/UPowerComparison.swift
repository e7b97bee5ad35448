import FoundationEssentials
import SensorSDK
import Shared
import TestSupport

/// Compares the battery family with UPower (`upower -d`): one machine, in files for the one, under umockdev for the other.
enum UPowerComparison {
    /// What the two say otherwise, for all that UPower shows of supplies in some form.
    static func differences(_ fixture: FixtureCase) async throws -> [String] {
        let door = BatteryDoor(fixture)
        // umockdev can't fail a read.
        door.fail(false)
        var differences: [String] = []
        try await FixtureWalk.observe(fixture, door) { seen in
            let devices = devices(in: try await dump(fixture, sample: seen.sample))
            differences += ToolValues.differences(
                theirs: theirs(devices),
                ours: try ours(of: devices, door, seen),
                tolerance: tolerance
            ).map { fixture.sampleCount > 1 ? "sample \(seen.sample), \($0)" : $0 }
        }
        return differences
    }

    /// UPower rounds what it prints: times to a tenth of an hour or of a minute.
    private static func tolerance(_ name: String) -> Double {
        if name.contains(" time_to_") { return 3 }
        return name.hasSuffix(" level") || name.hasSuffix(" health") ? 0.05 : 0.001
    }

    /// A bus and a daemon of its own, which end with the shell.
    private static func dump(_ fixture: FixtureCase, sample: Int) async throws -> String {
        let folder = try TemporaryFolder()
        let devices = "\(folder.path)/devices.umockdev"
        try Data(fixture.input(.devices, sample: sample) ?? []).write(to: URL(filePath: devices))
        let script = """
            export DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS UPOWER_HISTORY_DIR=$0
            /usr/libexec/upowerd >/dev/null 2>&1 & daemon=$!
            for (( turn = 0; turn < 600; turn++ )); do timeout 60 upower -e >/dev/null 2>&1 && break; sleep 0.1; done
            timeout 60 upower -d
            kill "$daemon"
            wait "$daemon"
            """
        let output = try await ChildProgram.run([
            "umockdev-run", "-d", devices, "--", "dbus-run-session", "--", "bash", "-c", script, folder.path,
        ])
        guard output.standardOutput.contains("daemon-version") else {
            throw ChildProgram.Failure(description: "upower says nothing: \(output.standardError.suffix(500))")
        }
        return output.standardOutput
    }

    /// The supplies of a dump by the kernel's name, each with its lines; the last one without a name is the daemon.
    private static func devices(in dump: String) -> [(name: String, lines: [(key: String, text: String)])] {
        var devices: [(name: String, lines: [(key: String, text: String)])] = []
        for line in dump.split(separator: "\n") {
            if line.hasPrefix("Device:") || line.hasPrefix("Daemon:") {
                devices.append((line.hasPrefix("Daemon:") ? "*system" : "", []))
                continue
            }
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
            guard parts.count == 2, !devices.isEmpty else { continue }
            if parts[0] == "native-path" { devices[devices.count - 1].name = String(parts[1]) }
            devices[devices.count - 1].lines.append((String(parts[0]), String(parts[1])))
        }
        // Without a name: UPower's sum of all supplies, for panels.
        return devices.filter { !$0.name.isEmpty }
    }

    private static let readings = [
        "percentage": "level", "state": "status", "energy": "energy", "energy-full": "energy_full",
        "energy-rate": "power", "voltage": "voltage", "charge-cycles": "cycle_count", "time to empty": "time_to_empty",
        "time to full": "time_to_full", "capacity": "health", "temperature": "temperature", "online": "online",
        "on-battery": "online",
    ]

    private static func theirs(
        _ devices: [(name: String, lines: [(key: String, text: String)])]
    ) -> ToolValues {
        var values = ToolValues()
        for device in devices {
            for (key, text) in device.lines {
                guard let reading = readings[key], !text.contains("should be ignored"), text != "N/A" else { continue }
                values.add("\(device.name) \(reading)", self.text(of: key, text))
            }
        }
        return values
    }

    /// In the family's units and words.
    private static func text(of key: String, _ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        switch key {
        case "state":
            return ["fully-charged": "full", "pending-charge": "not_charging"][text] ?? text
        case "online": return text == "yes" ? "on" : "off"
        case "on-battery": return text == "yes" ? "off" : "on"
        case "time to empty", "time to full":
            let scale = ["days": 1440.0, "hours": 60, "minutes": 1, "seconds": 1 / 60.0][words.last ?? ""] ?? .nan
            return "\((words.first.flatMap(Double.init) ?? .nan) * scale)"
        default: return words.first.map { String($0.prefix { $0 != "%" }) } ?? text
        }
    }

    private static func ours(
        of devices: [(name: String, lines: [(key: String, text: String)])],
        _ door: BatteryDoor,
        _ seen: FixtureObservation
    ) throws -> ToolValues {
        let targets = devices.flatMap { device in
            Set(readings.values).map { FixtureTarget(device: device.name, reading: $0) }
        }
        var values = ToolValues()
        for (target, id) in try door.ids(of: Set(targets)) {
            guard let reading = seen.reading(id) else { continue }
            // A time that means nothing now is left out there, too.
            if reading.outcome == .unavailable(.notApplicable) { continue }
            values.add("\(target.device) \(target.reading)", reading.outcome.toolText)
        }
        return values
    }
}
