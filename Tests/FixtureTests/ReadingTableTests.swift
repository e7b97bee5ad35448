import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Battery
@testable import DeviceEvents
@testable import Network
@testable import Storage
@testable import Thermal

/// Every reading of the families beside the table of their sources: servers keep what they are told of a sensor once.
@Suite struct ReadingTableTests {
    private static func line(_ sensor: Sensor) -> String {
        var words = [sensor.id.reading]
        if sensor.kind == .binarySensor { words.append("binary") }
        words += [
            sensor.deviceClass?.rawValue, sensor.unit?.rawValue, sensor.stateClass?.rawValue, sensor.category?.rawValue,
            sensor.icon,
        ].map { $0 ?? "-" }
        return (words + ["\(sensor.interval.components.seconds)", "\(sensor.leastInterval.components.seconds)"])
            .joined(separator: " ")
    }

    private func expect(_ sensors: [Sensor], _ table: String) {
        let found = sensors.map(Self.line)
        let wanted = table.split(separator: "\n").map(String.init)
        for line in Set(found).symmetricDifference(wanted).sorted() {
            Issue.record("\(wanted.contains(line) ? "missing" : "not in the table"): \(line)")
        }
    }

    @Test("each reading of a battery has the class, unit, category, icon and intervals of its source")
    func battery() throws {
        expect(try SupplyReading.allCases.map { try $0.sensor(of: "bat0", device: "BAT0") }, ReadingTable.battery)
    }

    @Test("each reading of a chip has the class, unit, category, icon and intervals of its source")
    func thermal() throws {
        let kinds: [(String, HardwareMonitor.Feature.Kind, [String])] = [
            ("temp1", .temperature, ["temp1_input", "temp1_alarm"]), ("fan1", .fan, ["fan1_input"]),
            ("in1", .voltage, ["in1_input", "in1_alarm"]), ("curr1", .current, ["curr1_input"]),
            ("power1", .power, ["power1_average"]), ("humidity1", .humidity, ["humidity1_input"]),
            ("energy1", .energy, ["energy1_input"]), ("intrusion1", .intrusion, ["intrusion1_alarm"]),
        ]
        let monitor = HardwareMonitor(
            prefix: "it8728",
            printedName: "it8728-isa-0a30",
            path: "/sys/class/hwmon/hwmon0",
            features: kinds.map { HardwareMonitor.Feature(name: $0.0, kind: $0.1, label: $0.0, subfeatures: $0.2) }
        )
        let chip = Chip(monitor: monitor, place: Place(key: "x"), thing: "it8728_x", name: "it8728")
        expect(try chip.readings.map(chip.sensor), ReadingTable.thermal)
    }

    @Test("each reading of a file system has the class, unit, category, icon and intervals of its source")
    func storage() throws {
        let mounts = MountInfo(Array("25 1 8:2 / / rw - ext4 /dev/sda2 rw\n".utf8)).mounts
        let mount = try #require(mounts.first)
        let volume = Volume(mount: mount, thing: "root", name: "Root file system", isBelowAutomount: false)
        expect(try VolumeReading.allCases.map(volume.sensor), ReadingTable.storage)
    }

    @Test("each reading of a network interface has the class, unit, category, icon and intervals of its source")
    func network() throws {
        expect(try NetworkReading.allCases.map { try $0.sensor(of: "eth0", device: "eth0") }, ReadingTable.network)
    }

    @Test("the readings of device events have the class, category, icon and intervals of their source")
    func events() throws {
        let named = try #require(NamedDevice("usb:046d:c52b", context: .test()))
        expect(try DeviceReading.allCases.map(DeviceCategory.usb.sensor) + [named.sensor()], ReadingTable.events)
    }
}
