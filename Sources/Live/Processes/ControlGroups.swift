import Glibc
import Synchronization

/// A part of the tree of control groups (version 2) that systemd gave to this process (`Delegate=yes`): each program gets a group
/// of its own, which bounds all that it starts and can be killed as a whole.
package final class ControlGroups: Sendable {
    private let root: String
    /// Whether memory and numbers of processes can be bounded; killing goes without.
    package let hasLimits: Bool
    private let count = Atomic<Int>(0)

    /// Processes and threads of one program and all that it starts.
    private static let mostProcesses = 128

    /// Takes over the group of this process, which moves into one below it: what has groups below must have no processes.
    /// What was left there by an earlier process is killed.
    ///
    /// - Returns: `nil` when there is no such tree, or it is not ours to change.
    package static func takeOver() -> ControlGroups? {
        guard let own = ownGroup(), mkdir("\(own)/host", 0o755) == 0 || errno == EEXIST else { return nil }
        for process in processes(of: own) {
            // One that has ended in between is no harm.
            _ = write("\(process)", to: "\(own)/host/cgroup.procs")
        }
        guard processes(of: own).isEmpty else { return nil }
        for name in folders(in: own) where name != "host" { remove("\(own)/\(name)") }
        return ControlGroups(root: own, hasLimits: write("+memory +pids", to: "\(own)/cgroup.subtree_control"))
    }

    private init(root: String, hasLimits: Bool) {
        self.root = root
        self.hasLimits = hasLimits
    }

    /// - Parameter root: A group that is this process's to change.
    package init(below root: String) {
        self.root = root
        hasLimits = false
    }

    /// Makes a group for a program that is about to start.
    ///
    /// - Returns: Its path, or `nil` when it can't be made.
    func make(_ name: String, memory: UInt64) -> String? {
        let path = "\(root)/\(name)-\(count.add(1, ordering: .relaxed).newValue)"
        guard mkdir(path, 0o755) == 0 else { return nil }
        if hasLimits {
            // Each holds even if another one can't be set.
            _ = Self.write("\(memory)", to: path + "/memory.max")
            _ = Self.write("1", to: path + "/memory.oom.group")
            _ = Self.write("\(Self.mostProcesses)", to: path + "/pids.max")
        }
        return path
    }

    /// Has this process be in a group from now on.
    static func enter(_ path: String) -> Bool { write("0", to: path + "/cgroup.procs") }

    /// Kills all that is in a group, and takes it away.
    static func remove(_ path: String) {
        for attempt in 0..<100 {
            // Kernels before 5.14 have no such file.
            if !write("1", to: path + "/cgroup.kill") { for process in processes(of: path) { kill(process, SIGKILL) } }
            if rmdir(path) == 0 || errno == ENOENT { return }
            // What was killed needs a moment to be gone.
            usleep(attempt < 10 ? 1000 : 20_000)
        }
    }

    private static func ownGroup() -> String? {
        guard let text = text(of: "/proc/self/cgroup"),
            let path = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })?.dropFirst(3)
        else { return nil }
        let mounts = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]
        return mounts.map { path == "/" ? $0 : $0 + path }.first { access($0 + "/cgroup.procs", W_OK) == 0 }
    }

    private static func processes(of path: String) -> [pid_t] {
        (text(of: path + "/cgroup.procs") ?? "").split(separator: "\n").compactMap { pid_t($0) }
    }

    private static func folders(in path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            guard entry.pointee.d_type == UInt8(DT_DIR) else { continue }
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            names.append(String(cString: name))
        }
        return names.filter { !$0.hasPrefix(".") }
    }

    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = read(descriptor, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    private static func write(_ text: String, to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count
    }
}
