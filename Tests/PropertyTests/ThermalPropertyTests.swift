import SensorSDK
import Shared
import TestSupport
import Testing
import Thermal

/// Whatever libsensors says.
@Suite struct ThermalPropertyTests {
    @Test("any value of any chip is a value in range or a reason")
    func values() async throws {
        let cases = try FixtureSet.adopted.entries(of: ["thermal"]).map { try $0.fixture.get() }
        for seed in SeededChance.seeds(120) {
            var chance = SeededChance(seed: seed)
            let machine = FixtureMachine(chance.one(of: cases))
            try machine.show(sample: 0)
            for path in machine.files.files where chance.happens(5) {
                machine.files.write(Hostile.bytes(&chance), to: path)
            }
            let monitors = FakeHardwareMonitors()
            let names = try machine.files.entries(of: "/sys/class/hwmon") + ["hwmon99"]
            monitors.set(names.map { Self.chip($0, monitors, &chance) })
            await inWorld {
                machine.enter(&$0)
                $0.hardwareMonitors = monitors
            } operation: {
                await Sanity.check(ThermalProvider(context: .test()), seed: seed)
            }
        }
    }

    private static let kinds: [(word: String, kind: HardwareMonitor.Feature.Kind)] = [
        ("temp", .temperature), ("fan", .fan), ("in", .voltage), ("curr", .current), ("power", .power),
        ("energy", .energy), ("humidity", .humidity), ("intrusion", .intrusion),
    ]
    private static let parts = [
        "input", "average", "alarm", "fault", "max", "min", "crit", "lcrit", "emergency", "max_hyst", "crit_alarm",
    ]

    private static func chip(
        _ name: String,
        _ monitors: FakeHardwareMonitors,
        _ chance: inout SeededChance
    ) -> HardwareMonitor {
        let path = "/sys/class/hwmon/\(name)"
        var features: [HardwareMonitor.Feature] = []
        for number in 1..<(2 + chance.below(6)) {
            let (word, kind) = chance.one(of: kinds)
            let name = "\(word)\(number)"
            let subfeatures = parts.filter { $0 == "input" || chance.happens(50) }.map { "\(name)_\($0)" }
            let label = chance.happens(50) ? name : Hostile.text(&chance)
            features.append(.init(name: name, kind: kind, label: label, subfeatures: subfeatures))
            for subfeature in subfeatures where chance.happens(95) {
                monitors.set(value(&chance), for: subfeature, of: path)
            }
        }
        let prefix = chance.happens(50) ? chance.one(of: ["nvme", "k10temp", "iwlwifi_3"]) : Hostile.text(&chance)
        return HardwareMonitor(prefix: prefix, printedName: "\(prefix)-x", path: path, features: features)
    }

    private static func value(_ chance: inout SeededChance) -> Result<Double, HardwareMonitorsError> {
        if chance.happens(15) { return .failure(.unreadable(chance.one(of: [.noData, .inputOutput, .malformed]))) }
        return .success(Hostile.double(&chance))
    }
}
