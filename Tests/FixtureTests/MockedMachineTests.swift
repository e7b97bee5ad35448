import FoundationEssentials
import TestSupport
import Testing

/// Not a test of its own: ``MockedMachine`` starts this program again with exactly this one.
@Suite(
    .enabled(if: MockedMachine.Order.ofThisProcess != nil, "FixtureTests starts a process for it, under umockdev")
)
struct MockedMachineTests {
    @Test("one job over the real libraries and a made-up machine")
    func job() async throws {
        let order = try #require(MockedMachine.Order.ofThisProcess)
        try #require(Testbed.isPossible)
        let fixture = try FixtureCase(folder: order.folder)
        let complaints: [String]
        switch order.job {
        case .walk: complaints = try await FixtureWalk.complaints(fixture, MockedDoor.of(fixture))
        case .program: complaints = try await ProgramWalk.complaints(onMockedMachine: fixture)
        case .sensors: complaints = try await SensorsComparison.differences(fixture)
        }
        try JSONEncoder().encode(complaints).write(to: URL(filePath: order.report), options: .atomic)
    }
}
