/// What `statvfs` says of mounts that may never answer: network and FUSE file systems.
///
/// Each mount is asked outside of this process, since a thread that waits for a dead one can't be ended, and the process
/// that has it can't end either.
package protocol VolumeProbes: Sendable {
    /// Answers in time, whatever the mount does; one that has not answered yet is not asked again before it has.
    ///
    /// - Parameters:
    ///   - mountPoint: The bytes of its path, which need not be UTF-8.
    ///   - number: The kernel's for this mount. What is mounted anew where another one hangs does not wait for that one.
    func statistics(of mountPoint: [UInt8], number: Int) async throws(VolumeProbeError) -> VolumeStatistics
}
