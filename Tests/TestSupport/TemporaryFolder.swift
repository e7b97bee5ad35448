import FoundationEssentials
import Glibc

/// A folder that nobody else can read and that is removed when it is released.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        var template = Array((FileManager.default.temporaryDirectory.path + "/sensor-agent-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ChildProgram.Failure(
                description: "can't make a temporary folder: \(String(cString: strerror(errno)))"
            )
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        // What can't be removed is left to the system's own cleaning.
        try? FileManager.default.removeItem(atPath: path)
    }

    package func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(name)")), as: UTF8.self)
    }
}
