import Glibc
import Live
import Shared
import TestSupport
import Testing

@Suite("Volumes asked by helper processes")
struct LiveVolumeProbesTests {
    @Test("a helper says the same as this process, also of a name that is no UTF-8")
    func same() async throws {
        let folder = try TemporaryFolder()
        let name = Array("\(folder.path)/".utf8) + [0xE4, 0xFF]
        #expect(mkdir(name.map(CChar.init(bitPattern:)) + [0], 0o700) == 0)
        let probes = LiveVolumeProbes(program: BuiltProgram.agent, limit: .seconds(60))
        for path in [Array("/proc".utf8), name] {
            let here = try LiveVolumes().statistics(of: path)
            let there = try await probes.statistics(of: path, number: 1)
            #expect(there.blockSize == here.blockSize && there.blocks == here.blocks && there.files == here.files)
        }
    }

    @Test("a mount point that is gone keeps its errno, and another root is asked in its own folder")
    func errors() async throws {
        let probes = LiveVolumeProbes(program: BuiltProgram.agent, limit: .seconds(60))
        await #expect(throws: VolumeProbeError.failed(FileError(path: "/none/of/this", code: ENOENT))) {
            try await probes.statistics(of: Array("/none/of/this".utf8), number: 1)
        }
        let folder = try TemporaryFolder()
        try folder.make("/mnt/nas")
        let below = LiveVolumeProbes(root: folder.path, program: BuiltProgram.agent, limit: .seconds(60))
        #expect(try await below.statistics(of: Array("/mnt/nas".utf8), number: 1).blocks > 0)
        await #expect(throws: VolumeProbeError.failed(FileError(path: "/proc", code: ENOENT))) {
            try await below.statistics(of: Array("/proc".utf8), number: 1)
        }
    }

    @Test("a helper that does not answer in time is given up, and a new one asks when it is gone")
    func late() async throws {
        let folder = try TemporaryFolder()
        try await folder.script("exec sleep 1000")
        let clock = TestClock()
        let probes = LiveVolumeProbes(program: folder.path + "/script", clock: clock)
        async let answer = Self.error(of: probes)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(3))
        #expect(await answer == .late(path: "/"))
        // What was mounted there since has nothing to wait for.
        try await folder.script("echo errno 5")
        #expect(await Self.error(of: probes, number: 2) == .failed(FileError(path: "/", code: EIO)))
        // It was killed; as soon as the kernel has said so there is a new one.
        try await folder.script("echo errno 13")
        var next = await Self.error(of: probes)
        while next == .late(path: "/") { next = await Self.error(of: probes) }
        #expect(next == .failed(FileError(path: "/", code: EACCES)))
    }

    @Test(
        "a helper that can't be started, or says nothing, is no size and no time-out",
        arguments: ["exit 3", "echo x"]
    )
    func broken(script: String) async throws {
        let missing = LiveVolumeProbes(program: "/none/of/this")
        await #expect(throws: VolumeProbeError.failed(FileError(path: "/none/of/this", code: ENOENT))) {
            try await missing.statistics(of: Array("/".utf8), number: 1)
        }
        let folder = try TemporaryFolder()
        try await folder.script(script)
        let silent = LiveVolumeProbes(program: folder.path + "/script", limit: .seconds(60))
        await #expect(throws: VolumeProbeError.silent(path: "/")) {
            try await silent.statistics(of: Array("/".utf8), number: 1)
        }
    }

    @Test("a helper has nothing of the agent's: no descriptor, no environment, no ignored signal, a group of its own")
    func nothingInherited() async throws {
        let folder = try TemporaryFolder()
        // High enough for the shell not to use it by itself.
        let leak = fcntl(STDERR_FILENO, F_DUPFD, 200)
        defer { close(leak) }
        try await folder.script(
            """
            here=${0%/*}
            tr '\\0' '\\n' </proc/$$/environ >"$here/environment"
            grep -E 'Sig(Blk|Ign)|NSpgid' /proc/self/status >"$here/status"
            echo "$$" >"$here/process"
            if [ -e /proc/$$/fd/\(leak) ]; then echo leaked >"$here/leak"; fi
            echo "errno 13"
            """
        )
        let probes = LiveVolumeProbes(program: folder.path + "/script", limit: .seconds(60))
        await #expect(throws: VolumeProbeError.failed(FileError(path: "/x", code: EACCES))) {
            try await probes.statistics(of: Array("/x".utf8), number: 1)
        }
        #expect(try folder.text("environment") == "SWIFT_BACKTRACE=enable=no\n")
        let status = try folder.text("status").split(separator: "\n").map { $0.split(separator: "\t") }
        let values = Dictionary(uniqueKeysWithValues: status.map { ($0[0], $0[1]) })
        #expect(values["NSpgid:"].map { "\($0)\n" } == (try folder.text("process")))
        for name in ["SigBlk:", "SigIgn:"] {
            let signals = values[Substring(name)].flatMap { UInt64($0, radix: 16) }
            // The C library keeps 32 and 33 for itself.
            #expect(signals.map { $0 & ~0x1_8000_0000 } == 0)
        }
        #expect(access(folder.path + "/leak", F_OK) != 0)
    }

    private static func error(of probes: LiveVolumeProbes, number: Int = 1) async -> VolumeProbeError? {
        do throws(VolumeProbeError) {
            _ = try await probes.statistics(of: Array("/".utf8), number: number)
            return nil
        } catch {
            return error
        }
    }
}
