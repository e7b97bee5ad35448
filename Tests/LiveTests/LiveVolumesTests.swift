import Glibc
import Live
import Shared
import Testing

@Suite("Volumes")
struct LiveVolumesTests {
    @Test("the root file system has a size, and more blocks than are free")
    func root() throws {
        let volume = try LiveVolumes().statistics(of: Array("/".utf8))
        #expect(volume.blockSize > 0)
        #expect(volume.blocks > 0)
        #expect(volume.blocks >= volume.freeBlocks)
        #expect(volume.freeBlocks >= volume.availableBlocks)
        #expect(volume.files >= volume.freeFiles)
    }

    @Test("a mount point that is gone keeps its errno")
    func missing() {
        #expect(throws: FileError(path: "/none/of/this", code: ENOENT)) {
            try LiveVolumes().statistics(of: Array("/none/of/this".utf8))
        }
    }

    @Test("a mount point whose name is no UTF-8 can be asked")
    func bytes() throws {
        let folder = try TemporaryFolder()
        let name: [UInt8] = Array("\(folder.path)/".utf8) + [0xE4, 0xFF]
        #expect(mkdir(name.map(CChar.init(bitPattern:)) + [0], 0o700) == 0)
        let whole = try LiveVolumes().statistics(of: Array(folder.path.utf8))
        #expect(try LiveVolumes().statistics(of: name).blocks == whole.blocks)
        #expect(
            try LiveVolumes(root: folder.path).statistics(of: [UInt8(ascii: "/"), 0xE4, 0xFF]).blocks == whole.blocks
        )
    }

    @Test("the volumes of a machine that is a folder are looked for in it, not on this host")
    func confinement() throws {
        let folder = try TemporaryFolder()
        try folder.make("/mnt/nas")
        try folder.link("/mnt/link", to: "/proc")
        let volumes = LiveVolumes(root: folder.path)
        let here = try LiveVolumes().statistics(of: Array(folder.path.utf8))
        #expect(try volumes.statistics(of: Array("/mnt/nas".utf8)).blocks == here.blocks)
        #expect(throws: FileError(path: "/proc", code: ENOENT)) { try volumes.statistics(of: Array("/proc".utf8)) }
        #expect(throws: FileError(path: "/mnt/link", code: ENOENT)) {
            try volumes.statistics(of: Array("/mnt/link".utf8))
        }
    }
}
