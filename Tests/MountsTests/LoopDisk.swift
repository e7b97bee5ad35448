import FoundationEssentials
import TestSupport

/// A file system in a file, mounted through a loop device.
struct LoopDisk {
    let mountPoint: String

    /// Whether this machine has loop devices.
    static let isPossible = FileManager.default.fileExists(atPath: "/dev/loop-control")

    /// - Parameters:
    ///   - folder: Where the file and, below it, the mount point go.
    ///   - make: The command that makes a file system in the file.
    init(in folder: String, name: String, make: (String) -> [String]) async throws {
        let image = "\(folder)/\(name).image"
        mountPoint = "\(folder)/\(name)"
        try await Self.run(["truncate", "-s", "16M", image])
        try await Self.run(make(image))
        try await Self.run("mkdir", mountPoint)
        try await Self.run("mount", "-o", "loop", image, mountPoint)
    }

    static func ext4(in folder: String, name: String) async throws -> LoopDisk {
        // 5 % are kept for root, as people's disks have it.
        try await LoopDisk(in: folder, name: name) { ["mkfs.ext4", "-q", "-m", "5", $0] }
    }

    func unmount() async throws { try await Self.run("umount", mountPoint) }

    static func run(_ command: String...) async throws { try await run(command) }

    private static func run(_ command: [String]) async throws {
        let output = try await ChildProgram.run(command)
        guard output.status == 0 else {
            throw ChildProgram.Failure(description: "\(command): \(output.standardError)")
        }
    }
}
