import FoundationEssentials
import Shared

extension FakeVolumes {
    private struct Entry: Decodable {
        var path: String?
        var pathBytes: String?
        var blockSize: UInt64?
        var blocks: UInt64?
        var freeBlocks: UInt64?
        var availableBlocks: UInt64?
        var files: UInt64?
        var freeFiles: UInt64?
        var errno: String?
        var hang: Bool?

        enum CodingKeys: String, CodingKey {
            case path, errno, hang
            case pathBytes = "path_bytes_hex"
            case blockSize = "f_frsize"
            case blocks = "f_blocks"
            case freeBlocks = "f_bfree"
            case availableBlocks = "f_bavail"
            case files = "f_files"
            case freeFiles = "f_ffree"
        }
    }

    /// Sets what a case's `statvfs.json` says.
    ///
    /// - Returns: The mount points that would never answer; whoever asks one of them gets `ENOENT` here.
    @discardableResult
    package func load(statvfs json: [UInt8]) throws -> [[UInt8]] {
        var hanging: [[UInt8]] = []
        for entry in try JSONDecoder().decode([Entry].self, from: Data(json)) {
            let path = entry.pathBytes.map(Self.bytes) ?? Array((entry.path ?? "").utf8)
            if entry.hang == true {
                hanging.append(path)
                hang(path)
            } else if let name = entry.errno {
                guard let code = FixtureReadErrors.numbers[name] else {
                    throw FixtureCase.Failure(description: "unknown errno \(name)")
                }
                fail(path, with: code)
            } else {
                set(
                    VolumeStatistics(
                        blockSize: entry.blockSize ?? 0,
                        blocks: entry.blocks ?? 0,
                        freeBlocks: entry.freeBlocks ?? 0,
                        availableBlocks: entry.availableBlocks ?? 0,
                        files: entry.files ?? 0,
                        freeFiles: entry.freeFiles ?? 0
                    ),
                    for: path
                )
            }
        }
        return hanging
    }

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }
}
