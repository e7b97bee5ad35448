import CLinux
import Glibc
import Shared

/// What a helper process does: it asks one mount and says in one line what came of it.
///
/// Both ends are the same program, so the line may change with any version.
package enum VolumeProbe {
    /// The command that is not in the help.
    package static let command = "volume-probe"

    /// Asks the mount and writes the answer to standard output.
    ///
    /// - Parameters:
    ///   - mountPoint: Its bytes in hexadecimal digits.
    ///   - parent: The process that waits for the answer; without it there is nothing to do.
    package static func run(mountPoint: String, parent: String, root: String) {
        // It is the thread that counts, not the process; one of Dispatch's stays for 5 s after its work, which is longer than
        // anybody waits for an answer.
        begin_as_helper("agent-probe")
        guard "\(getppid())" == parent, let path = bytes(mountPoint) else { return }
        let line: String
        do throws(FileError) {
            let volume = try LiveVolumes(root: root).statistics(of: path)
            line =
                "sizes \(volume.blockSize) \(volume.blocks) \(volume.freeBlocks) \(volume.availableBlocks) \(volume.files) "
                + "\(volume.freeFiles)\n"
        } catch {
            line = "errno \(error.code)\n"
        }
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            // Nobody waits for it any more.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    static func arguments(_ mountPoint: [UInt8], root: String) -> [String] {
        [command, mountPoint.hexadecimal, "\(getpid())", "--root", root]
    }

    /// - Returns: `nil` when the helper did not say all of it.
    static func answer(in output: [UInt8], _ path: String) -> Result<VolumeStatistics, FileError>? {
        guard output.last == UInt8(ascii: "\n") else { return nil }
        let words = String(decoding: output.dropLast(), as: UTF8.self).split(separator: " ")
        let numbers = words.dropFirst().compactMap { UInt64($0) }
        switch (words.first, numbers.count, words.count) {
        case ("sizes", 6, 7):
            return .success(
                VolumeStatistics(
                    blockSize: numbers[0],
                    blocks: numbers[1],
                    freeBlocks: numbers[2],
                    availableBlocks: numbers[3],
                    files: numbers[4],
                    freeFiles: numbers[5]
                )
            )
        case ("errno", 1, 2):
            guard let code = Int32(exactly: numbers[0]) else { return nil }
            return .failure(FileError(path: path, code: code))
        default: return nil
        }
    }

    private static func bytes(_ hexadecimal: String) -> [UInt8]? {
        let digits = Array(hexadecimal.utf8)
        guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }
}
