import Glibc
import Shared
import Store
import TestSupport
import Testing

@Suite(.world()) struct FolderOwnerTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test(
        "a folder into which others may write is refused, with the command that closes it",
        arguments: [0o777, 0o770, 0o1777]
    )
    func open(mode: mode_t) async throws {
        try #require(mkdir(folder.path, 0o700) == 0)
        try #require(chmod(folder.path, mode) == 0)
        #expect(throws: StoreError.openFolder(path: folder.path)) { try Store(directory: folder.path) }
        #expect("\(StoreError.openFolder(path: folder.path))".contains("chmod go-w \(folder.path)"))
        #expect(access(folder.path + "/agent.db", F_OK) != 0)
    }

    @Test("a folder of another user's is refused", .enabled(if: geteuid() == 0, "only root can give a folder away"))
    func foreign() async throws {
        try #require(mkdir(folder.path, 0o700) == 0)
        try #require(chown(folder.path, 65534, 65534) == 0)
        #expect(throws: StoreError.foreignFolder(path: folder.path, owner: 65534)) {
            try Store(directory: folder.path)
        }
    }

    @Test("a folder that can't be made is told as that, and where another one is chosen")
    func notMade() throws {
        let error = try #require(throws: StoreError.self) { try Store(directory: "/proc/nowhere") }
        #expect("\(error)".contains("can't make the folder /proc/nowhere"))
        #expect("\(error)".contains("--state-dir"))
    }
}
