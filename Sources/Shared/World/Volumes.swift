/// What `statvfs` says of mounted file systems.
package protocol Volumes: Sendable {
    /// - Parameter mountPoint: The bytes of its path, which need not be UTF-8.
    func statistics(of mountPoint: [UInt8]) throws(FileError) -> VolumeStatistics
}
