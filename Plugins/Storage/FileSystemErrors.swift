import SensorSDK
import Shared

/// The errors that a file system of this kernel has counted in itself; asks neither a disk nor a server.
///
/// Source: `/sys/fs/ext4/<device>/errors_count`, which a repair sets back, and `/sys/fs/btrfs/<uuid>/devinfo/*/error_stats`.
struct FileSystemErrors {
    /// `errors_count` of ext4, or one `error_stats` for each device of a btrfs.
    private let paths: [String]

    private static let ext4 = "/sys/fs/ext4"
    private static let btrfs = "/sys/fs/btrfs"

    /// - Returns: `nil` where this kernel does not count them.
    init?(of mount: Mount) {
        let files = Current.files
        switch mount.type {
        case "ext4", "ext3", "ext2":
            // A device that is not in the kernel's list of them has no name there either.
            guard let device = try? files.resolved("/sys/dev/block/\(mount.device)"),
                let name = device.split(separator: "/").last, Self.has("errors_count", in: "\(Self.ext4)/\(name)")
            else { return nil }
            paths = ["\(Self.ext4)/\(name)/errors_count"]
        case "btrfs":
            guard let folder = Self.btrfsFolder(of: mount), let devices = try? files.entries(of: "\(folder)/devinfo")
            else { return nil }
            // Kernels before 5.14 don't tell; a device that is missing has nothing to tell.
            paths = devices.map { "\(folder)/devinfo/\($0)" }.filter { Self.has("error_stats", in: $0) }
                .map { "\($0)/error_stats" }
            if paths.isEmpty { return nil }
        default: return nil
        }
    }

    /// The sum over all devices and all kinds of error.
    func count() throws(UnavailableReason) -> Int64 {
        var sum: Int64 = 0
        for path in paths {
            let text: String?
            do throws(FileError) {
                text = try Current.files.text(path)
            } catch {
                throw error.reason
            }
            guard let text else { throw .noData }
            for line in text.split(separator: "\n") {
                // `write_errs 0`, or a number alone.
                guard let word = line.split(separator: " ").last, let count = UInt32(word) else { throw .malformed }
                sum += Int64(count)
            }
        }
        return sum
    }

    private static func has(_ file: String, in folder: String) -> Bool {
        // A folder that can't be listed offers nothing.
        (try? Current.files.entries(of: folder))?.contains(file) ?? false
    }

    /// The file system whose devices the mount's source is one of.
    private static func btrfsFolder(of mount: Mount) -> String? {
        // Where the folder can't be listed no error is counted.
        guard let source = BlockDeviceName(mount.source), let systems = try? Current.files.entries(of: btrfs) else {
            return nil
        }
        return systems.map { "\(btrfs)/\($0)" }.first { system in
            // A list that can't be read holds nothing.
            ((try? Current.files.entries(of: "\(system)/devices")) ?? []).contains(where: source.isName)
        }
    }
}
