/// What `statvfs` says of mounts that may never answer: network and FUSE file systems.
///
/// Each mount is asked outside of this process, since a thread that waits for a dead one can't be ended, and the process
/// that has it can't end either.
package protocol VolumeProbes: Sendable {
    /// Answers in time, whatever the mount does; one that has not answered yet is not asked again before it has.
    ///
    /// - Parameter mountPoint: The bytes of its path, which need not be UTF-8.
    func statistics(of mountPoint: [UInt8]) async throws(VolumeProbeError) -> VolumeStatistics
}
