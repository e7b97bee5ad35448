import FoundationEssentials
import Glibc
import TestSupport

/// A FUSE file system (`faultfs.py`) with 1000 blocks of 4096 bytes, half of them free, that can be made to never answer.
final class FaultFileSystem: Sendable {
    let mountPoint: String
    private let folder: TemporaryFolder
    private let server: pid_t

    /// An empty one.
    ///
    /// - Parameter hangs: `statfs` never answers as long as the server lives.
    convenience init(hangs: Bool) async throws {
        let folder = try TemporaryFolder()
        for name in ["/case", "/tree"] { mkdir(folder.path + name, 0o755) }
        try Data("{}".utf8).write(to: URL(filePath: folder.path + "/case/case.json"))
        try await self.init(folder, caseFolder: folder.path + "/case", tree: folder.path + "/tree", hangs: hangs)
    }

    /// The `/sys` of a case, whose reads fail as the case says.
    convenience init(_ fixture: FixtureCase) async throws {
        let folder = try TemporaryFolder()
        let machine = FixtureMachine(fixture)
        try machine.show(sample: 0)
        try machine.files.copy(to: folder.path)
        try await self.init(folder, caseFolder: fixture.folder, tree: folder.path + "/sys", hangs: false)
    }

    /// A whole machine as a folder, some of whose files fail.
    ///
    /// - Parameters:
    ///   - errors: The kernel's word for each file that can't be read, `EIO`, by its path, `/proc/loadavg`.
    ///   - hanging: A file that never answers as long as the server lives.
    convenience init(_ files: FakeFileTree, errors: [String: String], hanging: String? = nil) async throws {
        let folder = try TemporaryFolder()
        for name in ["/case", "/tree"] { mkdir(folder.path + name, 0o755) }
        try files.copy(to: folder.path + "/tree")
        let relative = Dictionary(uniqueKeysWithValues: errors.map { (String($0.key.dropFirst()), $0.value) })
        let fixture = try JSONEncoder().encode(["read_errors": relative])
        try fixture.write(to: URL(filePath: folder.path + "/case/case.json"))
        try await self.init(
            folder,
            caseFolder: folder.path + "/case",
            tree: folder.path + "/tree",
            hangs: false,
            hangingFile: hanging
        )
    }

    private init(_ folder: TemporaryFolder, caseFolder: String, tree: String, hangs: Bool, hangingFile: String? = nil)
        async throws
    {
        self.folder = folder
        mountPoint = folder.path + "/mount"
        mkdir(mountPoint, 0o755)
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "faultfs.py").path
        server = try UnmaskedSpawn.start(
            ["/usr/bin/python3", script, caseFolder, tree, mountPoint],
            environment: ["PATH=/usr/bin:/bin"] + (hangs ? ["HANG=1"] : [])
                + (hangingFile.map { ["HANG_READ=\($0)"] } ?? [])
        )
        let mountPoint = mountPoint
        try await Eventually.holds("the file system is mounted") { try Machine.isMounted(mountPoint) }
    }

    /// Leaves every question unanswered, until ``go()``.
    func stop() { kill(server, SIGSTOP) }

    func go() { kill(server, SIGCONT) }

    /// Ends the server, which sets free whoever waits for it, and takes the mount away.
    func end() async throws {
        kill(server, SIGKILL)
        var status: Int32 = 0
        waitpid(server, &status, 0)
        umount2(mountPoint, Int32(MNT_DETACH))
    }
}
