import FoundationEssentials

/// What runs on this machine, from `/proc`.
enum ProcessTable {
    /// Processes of a group, zombies included.
    static func group(_ id: Int32) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter { process in
            // One that has ended in between has no file any more.
            guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return false }
            let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 2 && fields[2] == "\(id)"
        }
    }

    /// Returns when nothing of a group is left; the kernel ends and init reaps in their own time.
    static func untilGone(_ id: Int32) async throws {
        while try !group(id).isEmpty { await Task.yield() }
    }
}
