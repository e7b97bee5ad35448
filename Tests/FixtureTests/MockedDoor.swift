import Live
import SensorSDK
import Shared
import TestSupport

@testable import Battery
@testable import Thermal

/// The machine of a case under umockdev, seen through the real libsensors, libudev and file system; only in a process whose
/// `/sys` umockdev has taken over.
final class MockedDoor: FixtureDoor {
    let provider: any SensorProvider
    private let fixture: FixtureCase
    private let find: (Set<FixtureTarget>) throws -> [FixtureTarget: SensorID]
    private let faults = ReadFaults()
    private let files: FaultyFileTree
    private let clock = TestClock()
    private var testbed: Testbed?

    private init(
        _ fixture: FixtureCase,
        _ provider: any SensorProvider,
        find: @escaping (Set<FixtureTarget>) throws -> [FixtureTarget: SensorID]
    ) {
        self.fixture = fixture
        self.provider = provider
        self.find = find
        files = FaultyFileTree(base: LiveFileTree(root: "/"), faults: faults)
    }

    /// - Throws: `FixtureCase.Failure` for a provider whose libraries can't be mocked.
    static func of(_ fixture: FixtureCase) throws -> MockedDoor {
        switch fixture.provider {
        case "battery":
            let (things, texts) = (ThingNames(), RememberedTexts())
            return MockedDoor(fixture, BatteryProvider(context: .test())) { try BatteryDoor.ids(of: $0, things, texts) }
        case "thermal":
            let list = ChipList(context: .test())
            return MockedDoor(fixture, ThermalProvider(context: .test())) { try chipIDs(of: $0, list) }
        default:
            throw FixtureCase.Failure(description: "\(fixture.id): umockdev has nothing for \(fixture.provider)")
        }
    }

    /// The case's own configuration of libsensors.
    var configuration: String? {
        let file = FixtureInput.sensorsConfiguration.rawValue
        return fixture.files.contains(file) ? "\(fixture.folder)/\(file)" : nil
    }

    func enter(_ world: inout World) {
        world = .live(root: "/", log: RecordedLog())
        world.use(clock)
        world.files = files
        world.hardwareMonitors = FaultyHardwareMonitors(
            base: LiveHardwareMonitors(configuration: configuration),
            files: files
        )
    }

    func show(sample: Int) throws {
        // A process has one at a time.
        testbed = nil
        let testbed = Testbed()
        if let bytes = try fixture.input(.devices, sample: sample) {
            try testbed.add(String(decoding: bytes, as: UTF8.self))
        }
        self.testbed = testbed
        if sample == 0 {
            faults.set(fixture.readErrors ?? [:])
        } else {
            clock.advance(by: .seconds(60))
        }
    }

    func look(_ isLooking: Bool) {
        faults.isPeeking = isLooking
    }

    func fail(_ isFailing: Bool) {
        faults.isOff = !isFailing
    }

    func ids(of targets: Set<FixtureTarget>) throws -> [FixtureTarget: SensorID] {
        try find(targets)
    }

    /// By libsensors' printed names of the chips, in the machine in force.
    private static func chipIDs(of targets: Set<FixtureTarget>, _ list: ChipList) throws -> [FixtureTarget: SensorID] {
        let monitors = try Current.hardwareMonitors.monitors()
        let chips = try list.chips()
        var ids: [FixtureTarget: SensorID] = [:]
        for target in targets {
            let named = monitors.filter { $0.printedName == target.device }.sorted { $0.number < $1.number }
            let word = target.reading.replacing(".", with: "_")
            guard named.indices.contains(target.instance),
                let chip = chips.first(where: { $0.monitor.path == named[target.instance].path }),
                let reading = chip.readings.first(where: { $0.word == word })
            else { continue }
            ids[target] = try chip.id(reading)
        }
        return ids
    }
}

extension HardwareMonitor {
    /// 3 of `hwmon3`: the order in which people count chips of one name.
    fileprivate var number: Int { Int(path.drop { !$0.isNumber }) ?? 0 }
}
