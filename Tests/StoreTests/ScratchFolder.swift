import FoundationEssentials
import Glibc
import SQLite
import SensorSDK
import Shared
import Store

/// A state folder of its own, which goes with its test.
final class ScratchFolder: Sendable {
    let root: String
    /// Not there yet.
    var path: String { "\(root)/state" }

    /// - Parameter inMemory: Many files are made and synchronised, and no disk is to be waited for.
    init(inMemory: Bool = false) throws {
        let parent = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/store-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw StoreError.failed(path: "/tmp", detail: "mkdtemp") }
        root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        // A leftover in /tmp fails no test.
        try? FileManager.default.removeItem(atPath: root)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: file(name))))
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        if !FileManager.default.fileExists(atPath: path) {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try Data(bytes).write(to: URL(filePath: file(name)))
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// Permission bits.
    func mode(_ name: String) throws -> UInt32 {
        var status = stat()
        guard stat(file(name), &status) == 0 else { throw StoreError.failed(path: file(name), detail: "\(errno)") }
        return status.st_mode & 0o777
    }

    /// Whether a text stands anywhere in any of the files.
    func contains(_ text: String) throws -> Bool {
        try names().contains { try bytes($0).firstRange(of: Array(text.utf8)) != nil }
    }

    /// How many transactions a write-ahead log holds that was not worked in yet.
    func commits(_ log: String) throws -> Int {
        let bytes = try bytes(log)
        // 32 bytes, then frames of 24 and a page; the second number of a frame is not 0 where a transaction ends.
        return stride(from: 32, to: bytes.count, by: 24 + 4096).count { frame in
            bytes[frame + 4..<frame + 8].contains { $0 != 0 }
        }
    }

    /// Looks into a file, or changes it, while no store has it open.
    func edit<Result>(_ name: String, _ work: (Database) throws -> Result) throws -> Result {
        try work(Database(path: file(name)))
    }
}
