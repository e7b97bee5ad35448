import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Battery

@Suite struct BatteryFixtureTests {
    @Test("every battery of the fixtures is told as expected", arguments: try FixtureCase.all(of: "battery"))
    func fixture(_ fixture: FixtureCase) async throws {
        let provider = BatteryProvider(context: .test())
        try await fixture.walk(provider) { expectation, _ in
            let reading = expectation.reading ?? ""
            if expectation.device == "*system" {
                return try SensorID(
                    family: "battery",
                    thing: "system",
                    reading: reading == "online" ? "on_mains" : reading
                )
            }
            let supplies = try PowerSupplies(in: Current.files, context: .test(), things: ThingNames())
            guard let supply = supplies.all.first(where: { $0.name == expectation.device }) else { return nil }
            if expectation.peripheral == true { #expect(supply.thing.hasPrefix("p_")) }
            return try SensorID(family: "battery", thing: supply.thing, reading: reading)
        }
    }
}
