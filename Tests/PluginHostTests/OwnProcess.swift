import Glibc

/// What this process holds, from `/proc`; read with the C library alone, since what is measured must not grow by it.
struct OwnProcess: Hashable, CustomStringConvertible {
    /// Open descriptors.
    var files: Int
    /// Children, zombies included.
    var children: [Int32]

    var description: String { "\(files) open files, children \(children)" }

    init() {
        files = Self.entries(of: "/proc/self/fd").count
        children = Self.entries(of: "/proc/self/task").flatMap { thread in
            Self.text(of: "/proc/self/task/\(thread)/children").split(separator: " ").compactMap { Int32($0) }
        }.sorted()
    }

    /// Resident memory in KiB.
    static func memory() -> Int {
        let line = text(of: "/proc/self/status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    private static func entries(of path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    /// Empty for what is gone, such as a thread that has just ended.
    private static func text(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
