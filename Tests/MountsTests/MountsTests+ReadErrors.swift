import FoundationEssentials
import SensorSDK
import TestSupport
import Testing

/// Reads that fail in the kernel itself, under the program as it was built.
extension MountsTests {
    private struct Listing: Decodable {
        struct Listed: Decodable {
            var id: SensorID
            var device: String
            var value: FixtureValue?
            var unavailable: UnavailableReason?
        }
        var sensors: [Listed]
    }

    private static let cases = try? FixtureSet.adopted.entries(of: ["battery", "thermal"])
        .map { try $0.fixture.get() }.filter { $0.readErrors != nil }

    @Test("reads that fail with the kernel's own errno are what the cases expect, and so are their neighbours")
    func readErrors() async throws {
        let cases = try #require(Self.cases)
        #expect(cases.count >= 2)
        for fixture in cases {
            let fileSystem = try await FaultFileSystem(fixture)
            let script = """
                for name in class bus devices; do mount --bind "$0/$name" "/sys/$name" || exit 71; done
                exec "$1" sensors read --all --json --root /
                """
            let output = try await ChildProgram.run([
                "unshare", "--mount", "--propagation", "private", "bash", "-c", script, fileSystem.mountPoint,
                BuiltProgram.agent,
            ])
            try #require(output.status == 0, "\(fixture.id): \(output.standardError)")
            let listing = try JSONDecoder().decode(Listing.self, from: Data(output.standardOutput.utf8))
            for expectation in fixture.expect {
                guard let device = expectation.device, let reading = expectation.reading, device != "*system" else {
                    continue
                }
                // libsensors prints a chip with its bus behind the name that people see.
                let listed = listing.sensors.first {
                    ["battery", "thermal"].contains($0.id.family) && device.hasPrefix($0.device)
                        && $0.id.reading == reading
                }
                #expect(listed?.unavailable == expectation.unavailable, "\(fixture.id) \(device) \(reading)")
                guard let state = expectation.state else { continue }
                guard case .number(let expected) = state, case .number(let found)? = listed?.value else {
                    #expect(listed?.value == state, "\(fixture.id) \(device) \(reading)")
                    continue
                }
                #expect(
                    abs(expected - found) <= (expectation.tolerance ?? 0) + 1e-9,
                    "\(fixture.id) \(device) \(reading)"
                )
            }
            try await fileSystem.end()
        }
    }
}
