import SensorSDK
import Shared
import TestSupport

@testable import Battery

struct BatteryDoor: FixtureDoor {
    let provider: any SensorProvider = BatteryProvider(context: .test())
    let machine: FixtureMachine
    /// Remembers as the provider does.
    private let things = ThingNames()
    private let texts = RememberedTexts()

    init(_ fixture: FixtureCase) {
        machine = FixtureMachine(fixture)
    }

    func enter(_ world: inout World) {
        machine.enter(&world)
    }

    func show(sample: Int) throws {
        try machine.show(sample: sample)
    }

    func look(_ isLooking: Bool) {
        machine.files.isPeeking = isLooking
    }

    func fail(_ isFailing: Bool) {
        machine.files.isFaultless = !isFailing
    }

    func ids(of targets: Set<FixtureTarget>) throws -> [FixtureTarget: SensorID] {
        try Self.ids(of: targets, things, texts)
    }

    /// By the kernel's names of the supplies, in the machine in force.
    static func ids(
        of targets: Set<FixtureTarget>,
        _ things: ThingNames,
        _ texts: RememberedTexts
    ) throws -> [FixtureTarget: SensorID] {
        let supplies = try PowerSupplies(in: Current.files, context: .test(), things: things, texts: texts)
        var ids: [FixtureTarget: SensorID] = [:]
        for target in targets {
            if target.device == "*system" {
                let reading = target.reading == SupplyReading.online.rawValue ? .onMains : SupplyReading(target.reading)
                ids[target] = try reading.map { try id(PowerSupplies.machine, $0) }
            } else if let supply = supplies.all.first(where: { $0.name == target.device }) {
                ids[target] = try SupplyReading(target.reading).map { try id(supply.thing, $0) }
            }
        }
        return ids
    }

    private static func id(_ thing: String, _ reading: SupplyReading) throws -> SensorID {
        try SensorID(family: "battery", thing: thing, reading: reading.rawValue)
    }
}

extension SupplyReading {
    fileprivate init?(_ word: String) {
        self.init(rawValue: word)
    }
}
