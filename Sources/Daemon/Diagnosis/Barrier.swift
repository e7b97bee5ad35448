import Glibc
import Shared

/// What keeps the daemon from a path that is there for others: a directive of its unit, or a folder that its user may not enter.
enum Barrier: Sendable, Hashable {
    /// systemd has put a folder in its place that nobody may enter.
    case inaccessible(String)
    /// An empty file system lies over it.
    case emptied(String)
    /// The unit has a folder of its own there.
    case replaced(String)
    /// A folder that only others may enter.
    ///
    /// - mode: Permission bits.
    case closed(String, mode: UInt32)

    /// - Parameter path: Where something is mounted; absolute, or else nothing is known of it.
    /// - Returns: The outermost one; `nil` when nothing is in the way.
    init?(before path: String) {
        guard path.hasPrefix("/") else { return nil }
        let mounts = Self.mounts()
        var folder = ""
        for part in path.split(separator: "/") {
            folder += "/\(part)"
            if let barrier = mounts.last(where: { $0.mountPoint == folder }).flatMap(Self.init(of:)) {
                self = barrier
                return
            }
            guard folder.utf8.count < path.utf8.count, faccessat(AT_FDCWD, folder, X_OK, AT_EACCESS) != 0 else {
                continue
            }
            var status = stat()
            guard errno == EACCES, stat(folder, &status) == 0 else { return nil }
            self = .closed(folder, mode: status.st_mode & 0o7777)
            return
        }
        return nil
    }

    private struct Mount {
        var root: Substring
        var mountPoint: Substring
        var type: Substring
    }

    private init?(of mount: Mount) {
        let folder = String(mount.mountPoint)
        if mount.root.hasPrefix("/systemd/inaccessible/") {
            self = .inaccessible(folder)
        } else if mount.root.contains("/systemd-private-") {
            self = .replaced(folder)
        } else if mount.type == "tmpfs", ["/home", "/root"].contains(folder) {
            self = .emptied(folder)
        } else {
            return nil
        }
    }

    /// In the kernel's order: the last of one mount point lies on top.
    private static func mounts() -> [Mount] {
        // Without the table there is still what the folders themselves say.
        guard let bytes = try? Current.files.readWhole("/proc/self/mountinfo", limit: 16 << 20) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count >= 10, let dash = fields[6...].firstIndex(of: "-"), dash + 1 < fields.count else {
                return nil
            }
            return Mount(root: fields[3], mountPoint: fields[4], type: fields[dash + 1])
        }
    }
}

extension Barrier: CustomStringConvertible {
    var description: String {
        switch self {
        case .inaccessible(let folder): "ProtectHome= or InaccessiblePaths= of its unit hides \(shown(folder))"
        case .emptied(let folder):
            "ProtectHome=tmpfs or TemporaryFileSystem= of its unit hides what is in \(shown(folder))"
        case .replaced(let folder): "with PrivateTmp= its unit has a \(shown(folder)) of its own"
        case .closed(let folder, let mode):
            "its user may not enter \(shown(folder)), which has the permissions \(String(mode, radix: 8))"
        }
    }

    /// What the owner can do about it.
    var advice: String {
        switch self {
        case .inaccessible(let folder) where folder == "/home" || folder == "/root", .emptied(let folder):
            "'sudo systemctl edit sensor-agent', with ProtectHome=read-only below [Service], shows \(shown(folder)) to it"
        case .inaccessible(let folder):
            "'sudo systemctl edit sensor-agent', and take \(shown(folder)) from InaccessiblePaths= below [Service]"
        case .replaced: "'sudo systemctl edit sensor-agent', with PrivateTmp=no below [Service], shows it the machine's"
        case .closed(let folder, _):
            "let it in with 'sudo setfacl -m u:sensor-agent:x \(shown(folder))', or SupplementaryGroups= of its unit; see "
                + "agent(1), Loosening the sandbox"
        }
    }

    private func shown(_ folder: String) -> String { folder.printable(limit: 200) }
}
