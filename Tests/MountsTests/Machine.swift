import FoundationEssentials
import Glibc

/// This machine, as `/proc` shows it.
enum Machine {
    /// What a process holds.
    struct Footprint {
        var threads: Int
        var descriptors: Int
        var residentKilobytes: Int
    }

    static func isMounted(_ mountPoint: String) throws -> Bool {
        try text("/proc/self/mountinfo").contains(" \(mountPoint) ")
    }

    static func footprint() throws -> Footprint {
        let pages = try text("/proc/self/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Footprint(
            threads: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count,
            descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
            residentKilobytes: pages * Int(getpagesize()) / 1024
        )
    }

    /// The helper processes that ask mounts, zombies among them.
    ///
    /// - Parameter parent: Of this process only; `nil` for all.
    static func helpers(of parent: pid_t? = nil) throws -> [pid_t] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter { process in
            // One that has ended meanwhile is none.
            guard let stat = try? text("/proc/\(process)/stat"), stat.contains("(agent-probe)") else { return false }
            let parentField = stat.split(separator: " ").dropFirst(3).first.flatMap { pid_t($0) }
            return parent == nil || parentField == parent
        }
    }

    /// `/proc` files have no size, so they are read to their end.
    private static func text(_ path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer.prefix(count) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
