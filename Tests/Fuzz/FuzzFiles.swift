import Shared
import Synchronization

/// A machine of a few files, which each round of a fuzzer writes anew.
final class FuzzFiles: FileTree {
    private let files = Mutex<[String: [UInt8]]>([:])

    func write(_ bytes: some Sequence<UInt8>, to path: String) {
        files.withLock { $0[path] = Array(bytes) }
    }

    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        Array(try readWhole(path, limit: .max).prefix(limit))
    }

    func readWhole(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        guard let bytes = files.withLock({ $0[path] }) else { throw FileError(path: path, code: 2) }
        return bytes
    }

    func entries(of path: String) throws(FileError) -> [String] {
        throw FileError(path: path, code: 2)
    }

    func resolved(_ path: String) throws(FileError) -> String {
        throw FileError(path: path, code: 2)
    }
}
