import TestSupport
import Testing

/// The families beside the programs that everybody uses, on the same machines. Where one says otherwise, it stands in
/// ``FieldDifference`` with the reason; one that is new, or that is gone, fails.
@Suite struct FieldTests {
    @Test(
        "thermal says what sensors -j says, but for what is listed",
        arguments: try FixtureSet.adopted.entries(of: ["thermal"])
    )
    func sensors(_ entry: FixtureSet.Entry) async throws {
        let fixture = try entry.fixture.get()
        let found = try await MockedMachine.complaints(.sensors, fixture)
        #expect(found == Self.listed(FieldDifference.ofSensors, fixture))
    }

    @Test(
        "battery says what upower -d says, but for what is listed",
        arguments: try FixtureSet.adopted.entries(of: ["battery"])
    )
    func upower(_ entry: FixtureSet.Entry) async throws {
        let fixture = try entry.fixture.get()
        let found = try await UPowerComparison.differences(fixture)
        #expect(found == Self.listed(FieldDifference.ofUPower, fixture))
    }

    private static func listed(_ differences: [String: [String: String]], _ fixture: FixtureCase) -> [String] {
        // A case is called by its letter and number.
        differences[String(fixture.id.split(separator: "/").last?.prefix(3) ?? "")]?.keys.sorted() ?? []
    }
}
