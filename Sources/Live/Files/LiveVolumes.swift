import Glibc
package import Shared

/// `statvfs` of mount points below "/" or below a folder that stands for a machine.
package struct LiveVolumes: Volumes {
    private let root: FileRoot

    package init(root: String = "/") {
        self.root = FileRoot(root)
    }

    package func statistics(of mountPoint: [UInt8]) throws(FileError) -> VolumeStatistics {
        let given = try root.statistics(of: mountPoint)
        return VolumeStatistics(
            blockSize: UInt64(given.f_frsize),
            blocks: UInt64(given.f_blocks),
            freeBlocks: UInt64(given.f_bfree),
            availableBlocks: UInt64(given.f_bavail),
            files: UInt64(given.f_files),
            freeFiles: UInt64(given.f_ffree)
        )
    }
}
