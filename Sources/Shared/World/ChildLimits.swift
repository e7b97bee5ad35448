/// What one process may use; each process of the group has these for itself.
package struct ChildLimits: Sendable, Hashable {
    /// Bytes of data, heap and private mappings (`RLIMIT_DATA`).
    package var memory: UInt64
    /// Seconds of processor time (`RLIMIT_CPU`).
    package var processorSeconds: UInt64
    /// Open files.
    package var files: UInt64
    /// Bytes of a file that it writes.
    package var fileSize: UInt64
    /// Processes and threads of its user, all programs of that user counted (`RLIMIT_NPROC`).
    package var processes: UInt64

    package init(
        memory: UInt64 = 512 << 20,
        processorSeconds: UInt64 = 3600,
        files: UInt64 = 256,
        fileSize: UInt64 = 64 << 20,
        processes: UInt64 = 4096
    ) {
        self.memory = memory
        self.processorSeconds = processorSeconds
        self.files = files
        self.fileSize = fileSize
        self.processes = processes
    }
}
