/// One mount of this process's namespace: a line of `/proc/self/mountinfo`, see proc_pid_mountinfo(5).
///
/// Paths and the source are bytes: they need not be UTF-8.
struct Mount: Sendable, Hashable {
    var id: Int
    /// The mount that this one sits on; that of the namespace's root is not listed.
    var parent: Int
    /// `8:2`; major 0 where no block device is behind it.
    var device: String
    /// The folder of the file system that is shown: `/` for all of it, a folder for a bind mount, a subvolume for btrfs.
    var root: [UInt8]
    var mountPoint: [UInt8]
    /// `ext4`, `fuse.sshfs`
    var type: String
    /// `/dev/sda2`, `pool/data`, `nas.example:/export`; also `none` or nothing.
    var source: [UInt8]
    /// State of the file system itself, whatever the flags of the single mount say.
    var superOptions: [String]
}

extension Mount {
    /// What makes it this mount and no other: the kernel gives the number of one that is gone to the next.
    var identity: Mount {
        var mount = self
        mount.superOptions = []
        return mount
    }

    var isRoot: Bool { mountPoint == [UInt8(ascii: "/")] }

    /// Whether the mount point lies below the folder; the folder itself does not.
    func isBelow(_ folder: String) -> Bool {
        let prefix = Array(folder.utf8) + [UInt8(ascii: "/")]
        return mountPoint.count > prefix.count && mountPoint.starts(with: prefix)
    }

    /// Nothing can be written to the file system. A read-only mount of a writable one does not count: it may be our sandbox.
    var isReadOnly: Bool { superOptions.contains("ro") }

    /// One path character for each byte, so that two paths never become one text.
    var mountPointAsLatin1: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: mountPoint.map { Unicode.Scalar($0) })
        return String(scalars)
    }
}
