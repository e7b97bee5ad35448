import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Thermal

@Suite struct ThermalFixtureTests {
    static let cases = Result { try FixtureCase.all(of: "thermal") }

    /// T04 is about `sensors.conf`, which only the real library applies.
    private static let withoutConfiguration = Result { try cases.get().filter { $0.id != "T04-superio-config" } }

    @Test(
        "each recorded machine gives the temperatures and fans of its chips",
        arguments: try withoutConfiguration.get()
    )
    func recordedMachine(_ fixture: FixtureCase) async throws {
        try await walk(fixture)
    }

    @Test("what sensors.conf does not touch of a board's chip: open input, fault flag, chassis intrusion, fans")
    func superIO() async throws {
        var fixture = try #require(try Self.cases.get().first { $0.id == "T04-superio-config" })
        fixture.expect.removeAll { ["in0", "in1", "in4", "fan1"].contains($0.reading) }
        #expect(fixture.expect.count == 5)
        try await walk(fixture)
    }

    private func walk(_ fixture: FixtureCase) async throws {
        let context = ProviderContext.test()
        let monitors = FakeHardwareMonitors()
        try await fixture.walk(ThermalProvider(context: context)) {
            $0.hardwareMonitors = monitors
        } prepare: { machine, _ in
            try LibsensorsImitation(files: machine.files).load(into: monitors)
        } id: { expectation, _ in
            let chips = try ChipList(context: context).chips()
                .filter { $0.monitor.printedName == expectation.device }
            let instance = expectation.instance ?? 0
            guard instance < chips.count else { return nil }
            let word = expectation.reading?.replacing(".", with: "_")
            return try chips[instance].readings.first { $0.word == word }.map(chips[instance].id)
        }
    }
}
