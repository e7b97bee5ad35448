import Shared

/// A mounted file system on a partition.
struct DemoVolume: Sendable {
    let mountPoint: String
    let fileSystem: String
    /// `nvme9n1p2`
    let partition: String
    let major: Int
    let minor: Int
    let statistics: @Sendable (DemoMachine) -> VolumeStatistics

    /// - Parameter parts: With ``DemoParts/host`` the demo's own `/`; else it stands at `/demo`.
    static func all(_ parts: DemoParts) -> [DemoVolume] {
        guard parts.contains(.volumes) else { return [] }
        let isHost = parts.contains(.host)
        return [
            DemoVolume(
                mountPoint: isHost ? "/" : "/demo",
                fileSystem: "ext4",
                partition: "nvme9n1p2",
                major: 259,
                minor: 902,
                statistics: { machine in ext4(gibibytes: 64, used: machine.swing(0.52, 0.58, every: 120)) }
            ),
            DemoVolume(
                mountPoint: isHost ? "/home" : "/demo/home",
                fileSystem: "ext4",
                partition: "nvme9n1p3",
                major: 259,
                minor: 903,
                statistics: { machine in ext4(gibibytes: 400, used: machine.swing(0.31, 0.33, every: 300)) }
            ),
            DemoVolume(
                mountPoint: "/media/demo/Demo stick",
                fileSystem: "vfat",
                partition: "sdy1",
                major: 65,
                minor: 129,
                statistics: { machine in
                    let free = UInt64(1_900_000 * machine.swing(0.5, 0.6, every: 60))
                    return VolumeStatistics(
                        blockSize: 16384,
                        blocks: 1_900_000,
                        freeBlocks: free,
                        availableBlocks: free,
                        files: 0,
                        freeFiles: 0
                    )
                }
            ),
        ]
    }

    /// With the usual 5 % that are kept for root.
    private static func ext4(gibibytes: UInt64, used: Double) -> VolumeStatistics {
        let blocks = gibibytes << 18
        let free = blocks - UInt64(Double(blocks) * used)
        let files = gibibytes << 16
        return VolumeStatistics(
            blockSize: 4096,
            blocks: blocks,
            freeBlocks: free,
            availableBlocks: free - blocks / 20,
            files: files,
            freeFiles: files - UInt64(Double(files) * used / 4)
        )
    }
}
