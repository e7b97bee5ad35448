import Shared

/// What the machine knows of block devices, by their `major:minor`; udev is asked at most once, and only if needed.
struct BlockDevices {
    private lazy var known: [Device] = {
        // Without udev no file system has a UUID here; ids are then made of mount points.
        (try? Current.deviceEvents.devices(DeviceFilter(subsystem: "block"))) ?? []
    }()

    /// Whether the medium can be taken out or the device is a stick: the kernel's flag of the whole disk.
    ///
    /// - Throws: When the flag can't be read: the wrong one would make another id.
    mutating func isRemovable(_ mount: Mount) throws(FileError) -> Bool {
        guard let device = number(of: mount) else { return false }
        // A partition has no flag of its own; its folder lies in that of its disk.
        for file in ["removable", "../removable"] {
            do throws(FileError) {
                return try Current.files.text("/sys/dev/block/\(device)/\(file)") == "1"
            } catch {
                // A device without the flag counts as built in.
                guard error.isAbsence else { throw error }
            }
        }
        return false
    }

    /// The file system's own UUID, which stays when the device comes back elsewhere.
    mutating func fileSystemUUID(of mount: Mount) -> String? {
        device(of: mount)?.properties["ID_FS_UUID"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Where it is plugged in: udev's path, else the kernel's; `nil` when neither knows it.
    mutating func portPath(of mount: Mount) -> String? {
        device(of: mount)?.properties["ID_PATH"] ?? systemPath(of: mount)
    }

    /// `/sys/devices/…`
    func systemPath(of mount: Mount) -> String? {
        // Only to tell two devices apart; file systems without a block device have none.
        try? Current.files.resolved("/sys/dev/block/\(mount.device)")
    }

    private mutating func device(of mount: Mount) -> Device? {
        let numbers = mount.device.split(separator: ":").map(String.init)
        guard numbers.count == 2 else { return nil }
        if numbers[0] != "0" {
            return known.first { $0.properties["MAJOR"] == numbers[0] && $0.properties["MINOR"] == numbers[1] }
        }
        // btrfs has a number of its own: only the source names a device.
        let source = String(decoding: mount.source, as: UTF8.self)
        if let device = known.first(where: { $0.properties["DEVNAME"] == source }) { return device }
        guard mount.type == "btrfs", let name = BlockDeviceName(mount.source) else { return nil }
        return known.first { $0.path.split(separator: "/").last.map { name.isName(String($0)) } ?? false }
    }

    /// `8:2`; `nil` where no block device is known.
    private mutating func number(of mount: Mount) -> String? {
        if !mount.device.hasPrefix("0:") { return mount.device }
        guard mount.type == "btrfs", let device = device(of: mount), let major = device.properties["MAJOR"],
            let minor = device.properties["MINOR"]
        else { return nil }
        return "\(major):\(minor)"
    }
}
