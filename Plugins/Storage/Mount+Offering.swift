extension Mount {
    private var isOnBlockDevice: Bool { !device.hasPrefix("0:") }
    private var isLoopDevice: Bool { device.hasPrefix("7:") }

    /// FUSE without a disk of its own, as `fuseblk` has one (NTFS).
    private var isFUSE: Bool { type == "fuse" || type.hasPrefix("fuse.") }

    /// Local file systems that span devices or need none of the kernel's block devices.
    private var isLocalWithoutBlockDevice: Bool {
        ["btrfs", "zfs", "bcachefs", "ubifs", "jffs2"].contains(type)
    }

    /// Shared by several machines: a lock that another one holds can keep `statvfs` for ever.
    private var isClustered: Bool { ["gfs", "gfs2", "ocfs2"].contains(type) }

    /// Of this kernel, on one machine's own disks, and with an answer in memory.
    private static let answering: Set<String> = [
        "ext2", "ext3", "ext4", "xfs", "btrfs", "vfat", "msdos", "exfat", "ntfs", "ntfs3", "f2fs", "jfs", "reiserfs",
        "nilfs2", "udf", "hfs", "hfsplus", "minix", "iso9660", "squashfs", "erofs", "cramfs", "romfs", "zfs",
        "bcachefs", "ubifs", "jffs2", "tmpfs", "ramfs", "devtmpfs",
    ]

    /// Whether `statvfs` is answered by this kernel alone, out of memory, and so can't hang on a server or a daemon, nor
    /// trigger an automount. A list of what is known to be safe: a type that nobody thought of counts as unsafe.
    ///
    /// `/` is taken as it is: where it hangs, this process can't run either.
    var answersAtOnce: Bool {
        if isRoot { return true }
        return Self.answering.contains(type)
    }

    /// Whether it is storage that people would ask for: file systems on disks, and `/` whatever it is.
    var isOfferedByDefault: Bool {
        if isRoot { return true }
        guard !isFUSE, !isClustered, isOnBlockDevice || isLocalWithoutBlockDevice else { return false }
        return !isImage
    }

    /// A read-only image of a file system, full by nature.
    private var isImage: Bool {
        if ["squashfs", "erofs", "iso9660", "cramfs", "romfs"].contains(type) { return true }
        return isLoopDevice && (isBelow("/snap") || isBelow("/var/lib/snapd/snap"))
    }

    /// Whether its type is one that counts inodes, or a stranger.
    var mayCountInodes: Bool { !["btrfs", "vfat", "msdos", "exfat", "bcachefs"].contains(type) }

    /// Mounts with one key show one file system.
    var fileSystemKey: String {
        type == "zfs" ? "zfs \(String(decoding: source, as: UTF8.self))" : device
    }

    /// Whether all of the file system is shown; every subvolume of a btrfs counts as all.
    var showsWholeFileSystem: Bool {
        type == "btrfs" || root == [UInt8(ascii: "/")]
    }

    /// Where the path is likely to carry a user's name or the name that a user gave to a disk.
    var revealsUser: Bool {
        isBelow("/home") || isOnMediaFolder
    }

    /// Where desktops mount what was plugged in.
    var isOnMediaFolder: Bool { isBelow("/media") || isBelow("/run/media") }
}
