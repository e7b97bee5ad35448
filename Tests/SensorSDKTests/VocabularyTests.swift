import SensorSDK
import Testing

@Suite struct VocabularyTests {
    private let table: VocabularyTable

    init() throws {
        table = try VocabularyTable.load()
    }

    @Test("every class that Home Assistant knows has a name here, and no other")
    func classes() {
        let known = Set(table.sensor.keys).union(table.binarySensor)
        #expect(Set(DeviceClass.allCases.map(\.rawValue)) == known)
        #expect(known.count > 80)
    }

    @Test(
        "a class takes exactly the units and state classes that Home Assistant permits",
        arguments: DeviceClass.allCases
    )
    func combinations(deviceClass: DeviceClass) {
        let rule = table.sensor[deviceClass.rawValue]
        for unit in table.candidates {
            for stateClass in StateClass.allCases + [nil] {
                let conflict = Vocabulary.conflict(
                    kind: .sensor,
                    deviceClass: deviceClass,
                    unit: unit,
                    stateClass: stateClass
                )
                let isPermitted = rule?.permits(unit, stateClass) ?? false
                #expect((conflict == nil) == isPermitted, "\(unit?.rawValue ?? "-") \(stateClass?.rawValue ?? "-")")
            }
        }
    }

    @Test(
        "a binary sensor takes exactly its own classes, and neither unit nor state class",
        arguments: DeviceClass.allCases
    )
    func binaryClasses(deviceClass: DeviceClass) {
        func conflict(_ unit: Unit?, _ stateClass: StateClass?) -> Vocabulary.Conflict? {
            Vocabulary.conflict(kind: .binarySensor, deviceClass: deviceClass, unit: unit, stateClass: stateClass)
        }
        #expect((conflict(nil, nil) == nil) == table.binarySensor.contains(deviceClass.rawValue))
        #expect(conflict(.percent, nil) == .binarySensorHasUnit(.percent))
        #expect(conflict(nil, .measurement) == .binarySensorHasStateClass(.measurement))
    }

    @Test("without a class any unit goes, but not an empty one")
    func noClass() {
        func conflict(_ unit: Unit?) -> Vocabulary.Conflict? {
            Vocabulary.conflict(kind: .sensor, deviceClass: nil, unit: unit, stateClass: .measurement)
        }
        #expect(conflict(.revolutionsPerMinute) == nil)
        #expect(conflict(nil) == nil)
        #expect(conflict(Unit(rawValue: "")) == .unitIsEmpty)
    }

    @Test("the units that have a name are spelled as Home Assistant spells them")
    func namedUnits() {
        let spelled = Set(table.candidates.compactMap { $0 })
        let named: [Unit] = [
            .percent, .celsius, .volt, .ampere, .watt, .joule, .wattHour, .hertz, .second, .minute, .byte,
            .bytesPerSecond, .megabitsPerSecond, .decibelMilliwatt,
        ]
        for unit in named { #expect(spelled.contains(unit), "\(unit.rawValue)") }
    }

    @Test("micro is the Greek letter, not the micro sign, which Home Assistant does not know")
    func micro() {
        let conflict = Vocabulary.conflict(
            kind: .sensor,
            deviceClass: .current,
            unit: Unit(rawValue: "\u{B5}A"),
            stateClass: nil
        )
        #expect(conflict == .unitNotAllowed(.current, Unit(rawValue: "\u{B5}A")))
    }

    @Test(
        "whether a state must be a number follows from unit, state class and class",
        arguments: [
            (DeviceClass.enum, nil, nil, false),
            (.timestamp, nil, nil, false),
            (nil, nil, nil, false),
            (nil, Unit.revolutionsPerMinute, nil, true),
            (nil, nil, StateClass.measurement, true),
            (.aqi, nil, nil, true),
        ] as [(DeviceClass?, Unit?, StateClass?, Bool)]
    )
    func numeric(deviceClass: DeviceClass?, unit: Unit?, stateClass: StateClass?, isNumeric: Bool) {
        #expect(Vocabulary.isNumeric(deviceClass: deviceClass, unit: unit, stateClass: stateClass) == isNumeric)
    }

    @Test(
        "a class is kept from a server that is too old for it, and a version that can't be read counts as old",
        arguments: [
            (DeviceClass.temperature, "2023.6.0", true),
            (.conductivity, "2024.6.9", false),
            (.conductivity, "2024.7.0", true),
            (.conductivity, "2025.1.0b2", true),
            (.conductivity, "dev", false),
            (.temperature, "dev", true),
        ]
    )
    func versions(deviceClass: DeviceClass, version: String, isKnown: Bool) {
        #expect(Vocabulary.isKnown(deviceClass, toServer: version) == isKnown)
    }

    @Test("degrees of a direction are kept from a server that is too old for them")
    func angle() {
        #expect(!Vocabulary.isKnown(StateClass.measurementAngle, toServer: "2024.3.3"))
        #expect(Vocabulary.isKnown(StateClass.measurementAngle, toServer: "2025.8.0"))
        #expect(Vocabulary.isKnown(StateClass.measurement, toServer: "2023.6.0"))
    }

    @Test("what a class does not take is refused with what it takes")
    func advice() {
        func words(_ deviceClass: DeviceClass, _ unit: String?, _ stateClass: StateClass? = nil) -> String {
            Vocabulary.conflict(
                kind: .sensor,
                deviceClass: deviceClass,
                unit: unit.map(Unit.init(rawValue:)),
                stateClass: stateClass
            )?.description ?? ""
        }
        #expect(words(.temperature, "degrees").contains("it takes K, °C, °F"))
        #expect(words(.battery, nil).contains("needs a unit: %"))
        #expect(words(.date, "d").contains("it takes none"))
        #expect(words(.temperature, "K", .total).contains("it takes measurement"))
    }
}
