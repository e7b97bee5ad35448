import FoundationEssentials
import Glibc
import SQLite

/// An empty file of its own, which goes with its test.
final class ScratchFile {
    let folder: String
    var path: String { "\(folder)/test.db" }

    init() throws {
        var template = Array("/tmp/sqlite-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SQLiteError(code: 0, systemCode: errno, message: "mkdtemp") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        try Data().write(to: URL(filePath: path))
    }

    deinit {
        // A leftover in /tmp fails no test.
        try? FileManager.default.removeItem(atPath: folder)
    }
}
