import FoundationEssentials

/// A folder of a test's own, taken away when the test lets go of it.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = "/tmp/sensor-agent-test-\(UUID().uuidString.prefix(13).lowercased())"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        // Left behind, it is only litter.
        try? FileManager.default.removeItem(atPath: path)
    }
}
