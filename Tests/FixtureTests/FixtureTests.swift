import TestSupport
import Testing

/// Every case of a set of fixtures, of every provider: the folder that `SENSOR_FIXTURES` names, else `Tests/Fixtures`.
@Suite struct FixtureTests {
    @Test(
        "each machine of the fixtures is told as expected",
        arguments: try FixtureSet.chosen.entries()
    )
    func machine(_ entry: FixtureSet.Entry) async throws {
        let fixture = try entry.fixture.get()
        var complaints = try await Self.complaints(fixture)
        // Other tests may hold up one run, hardly three; what really hangs holds up each of them.
        for _ in 0..<2 where complaints.contains(where: { $0.hasPrefix("took ") }) {
            complaints = try await Self.complaints(fixture)
        }
        for complaint in complaints { Issue.record("\(fixture.id): \(complaint)") }
    }

    @Test(
        "the built program prints what is expected of a machine's folder, as far as a folder shows it",
        arguments: try FixtureSet.chosen.entries(of: ["battery", "network", "storage"])
    )
    func folder(_ entry: FixtureSet.Entry) async throws {
        let fixture = try entry.fixture.get()
        for complaint in try await ProgramWalk.complaints(inFolder: fixture) {
            Issue.record("\(fixture.id): \(complaint)")
        }
    }

    @Test(
        "the built program prints what is expected of a made-up machine, over the real libraries",
        arguments: try FixtureSet.chosen.entries(of: ["battery", "thermal"])
    )
    func mockedMachine(_ entry: FixtureSet.Entry) async throws {
        let fixture = try entry.fixture.get()
        for complaint in try await MockedMachine.complaints(.program, fixture) {
            Issue.record("\(fixture.id): \(complaint)")
        }
    }

    private static func complaints(_ fixture: FixtureCase) async throws -> [String] {
        switch fixture.provider {
        case "battery": try await FixtureWalk.complaints(fixture, BatteryDoor(fixture))
        case "thermal": try await MockedMachine.complaints(.walk, fixture)
        case "storage": try await FixtureWalk.complaints(fixture, StorageDoor(fixture))
        case "network": try await FixtureWalk.complaints(fixture, NetworkDoor(fixture))
        case "udev": try await EventsWalk.complaints(fixture)
        default: ["no provider is called '\(fixture.provider)'"]
        }
    }
}
