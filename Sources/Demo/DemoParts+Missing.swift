import Shared

extension DemoParts {
    /// The families for which a machine has no device of its own.
    ///
    /// What can't be read counts as absent: the demo is there so that something is seen.
    init(missingIn base: World) {
        self = []
        if Self.names(in: "/sys/class/power_supply", base.files).isEmpty { insert(.power) }
        if !Self.hasChips(base) { insert(.chips) }
        if !Self.hasVolumes(base.files) { insert(.volumes) }
        if !Self.hasPhysicalInterface(base.files) { insert(.network) }
    }

    private static func names(in folder: String, _ files: any FileTree) -> [String] {
        // An absent folder is an empty one.
        (try? files.entries(of: folder)) ?? []
    }

    /// The mirrors that each power supply has among the chips don't count: the battery family shows those.
    private static func hasChips(_ base: World) -> Bool {
        // Without libsensors there are no chips.
        let monitors = (try? base.hardwareMonitors.monitors()) ?? []
        return monitors.contains { monitor in
            // A chip whose folder can't be resolved is no mirror.
            let folder = (try? base.files.resolved(monitor.path + "/device")) ?? monitor.path
            return !folder.contains("/power_supply/")
        }
    }

    /// Whether a file system on a block device is mounted, images aside; the kernel's other file systems have major 0.
    private static func hasVolumes(_ files: any FileTree) -> Bool {
        // A machine that does not tell its mounts has none that could be offered.
        let bytes = (try? files.readWhole("/proc/self/mountinfo", limit: 4 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"), dash + 1 < fields.count else {
                return false
            }
            let type = fields[dash + 1]
            let isImage = ["squashfs", "erofs", "iso9660"].contains(type) || fields[4].hasPrefix("/snap/")
            if isImage { return false }
            return ["btrfs", "zfs"].contains(type) || !fields[2].hasPrefix("0:")
        }
    }

    private static func hasPhysicalInterface(_ files: any FileTree) -> Bool {
        // Virtual interfaces lack the link to a device.
        names(in: "/sys/class/net", files).contains { (try? files.resolved("/sys/class/net/\($0)/device")) != nil }
    }
}
