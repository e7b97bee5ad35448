import Daemon
import FoundationEssentials
import Shared

/// The state of a demo, gone with it.
final class DemoFolder: Sendable {
    let path: String

    init() throws {
        let base = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        path = base + (base.hasSuffix("/") ? "" : "/") + "sensor-agent-demo-" + Current.randomBytes(6).hexadecimal
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw ControlFailure(.notWritable, "can't make a folder below \(base): set TMPDIR to one that is writable")
        }
    }

    deinit {
        // Nothing more can be done about it than the user would do himself.
        try? FileManager.default.removeItem(atPath: path)
    }
}
