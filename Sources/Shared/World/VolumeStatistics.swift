/// Sizes of a file system; see `statvfs(3)`.
package struct VolumeStatistics: Sendable, Hashable {
    /// Bytes in a block (`f_frsize`).
    package var blockSize: UInt64
    /// `f_blocks`
    package var blocks: UInt64
    /// Free for root (`f_bfree`).
    package var freeBlocks: UInt64
    /// Free for everyone (`f_bavail`).
    package var availableBlocks: UInt64
    /// `f_files`; 0 where the file system counts none.
    package var files: UInt64
    /// `f_ffree`
    package var freeFiles: UInt64

    package init(
        blockSize: UInt64,
        blocks: UInt64,
        freeBlocks: UInt64,
        availableBlocks: UInt64,
        files: UInt64,
        freeFiles: UInt64
    ) {
        self.blockSize = blockSize
        self.blocks = blocks
        self.freeBlocks = freeBlocks
        self.availableBlocks = availableBlocks
        self.files = files
        self.freeFiles = freeFiles
    }
}
