import SensorSDK
import Testing

@Suite struct SensorTests {
    private let id: SensorID

    init() throws {
        id = try SensorID("battery.bat0.level")
    }

    @Test("a sensor whose words fit is made, its attributes in order, and read no more often than its source bears")
    func made() throws {
        let sensor = try Sensor(
            id: id,
            device: "BAT0",
            name: "BAT0 level",
            deviceClass: .battery,
            unit: .percent,
            stateClass: .measurement,
            icon: "mdi:battery",
            interval: .seconds(1),
            leastInterval: .seconds(10),
            attributes: ["to_full", "capacity_9"]
        )
        #expect(sensor.attributes == ["capacity_9", "to_full"])
        #expect(sensor.interval == .seconds(10))
        #expect(sensor.sensitivity == .plain)
        #expect(sensor.revision == 1)
    }

    @Test(
        "device and name must be there and short",
        arguments: [
            ("", "name"), ("device", ""),
            (String(repeating: "d", count: 65), "name"), ("device", String(repeating: "n", count: 129)),
        ]
    )
    func names(device: String, name: String) {
        #expect(throws: SensorError.badName(id)) { try Sensor(id: id, device: device, name: name) }
    }

    @Test("the longest names are taken")
    func longestNames() throws {
        let device = String(repeating: "ä", count: 64)
        _ = try Sensor(id: id, device: device, name: device + device)
    }

    @Test("an icon is a prefix and a name", arguments: ["battery", "mdi:", ":battery", "mdi:a:b", ""])
    func icons(icon: String) {
        #expect(throws: SensorError.badIcon(id, icon)) { try Sensor(id: id, device: "d", name: "n", icon: icon) }
    }

    @Test(
        "an attribute has a plain name, and none by which Home Assistant would change the entity",
        arguments: [
            "", "Level", "to-full", "to full", "µ", String(repeating: "a", count: 41), "icon", "friendly_name",
            "device_class", "unit_of_measurement", "state_class", "restored",
        ]
    )
    func attributes(attribute: String) {
        #expect(throws: SensorError.badAttribute(id, attribute)) {
            try Sensor(id: id, device: "d", name: "n", attributes: ["fine", attribute])
        }
    }

    @Test("words that contradict each other are refused, with a text that names sensor and words")
    func words() {
        let conflict = Vocabulary.Conflict.unitNotAllowed(.battery, .watt)
        let error = SensorError.badWords(id, conflict)
        #expect(throws: error) {
            try Sensor(id: id, device: "d", name: "n", deviceClass: .battery, unit: .watt)
        }
        #expect(error.description.contains("battery.bat0.level"))
        #expect(error.description.contains("'W'"))
    }
}
