import FoundationEssentials
import SensorSDK
import Synchronization
import TestSupport
import Testing

/// The walker itself: a family that offers nothing, or lies, must not pass.
@Suite struct FixtureWalkTests {
    private struct Liar: SensorProvider {
        var offers: [Sensor] = []

        func sensors() async throws -> [Sensor] { offers }
        func read(_ ids: Set<SensorID>) async -> [Reading] {
            let time = Instant(wall: .distantPast, boot: .zero)
            return ids.map { Reading($0, .value(.number(1)), at: time) }
        }
    }

    @Test("a family that offers nothing fails a case, in each expectation that is not about absence")
    func nothing() async throws {
        let fixture = try #require(try FixtureCase.all(of: "battery").first { $0.id == "B01-energy-discharging" })
        let issues = Atomic(0)
        try await withKnownIssue {
            try await fixture.walk(Liar()) { _, _ in nil }
        } matching: { issue in
            issues.add(1, ordering: .relaxed)
            return issue.comments.contains { $0.rawValue.contains("is not offered") }
        }
        #expect(issues.load(ordering: .relaxed) == 12)
    }

    @Test("a wrong value fails a case")
    func wrongValue() async throws {
        let fixture = try #require(try FixtureCase.all(of: "network").first { $0.id == "N05-addresses" })
        let id = try SensorID("network.enp3s0.ipv4")
        let sensor = try Sensor(id: id, device: "enp3s0", name: "enp3s0 IPv4 address")
        try await withKnownIssue {
            try await fixture.walk(Liar(offers: [sensor])) { _, _ in id }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("enp3s0/ipv4: network.enp3s0.ipv4 is value") }
                || issue.comments.contains { $0.rawValue.contains("enp3s0/ipv6: network.enp3s0.ipv4 is value") }
        }
    }
}
