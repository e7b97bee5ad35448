import FoundationEssentials
import Glibc
import Live
import SensorSDK
import Shared
import Storage
import TestSupport
import Testing

extension MountsTests {
    private static func world(limit: Duration) -> World {
        var world = World.live(log: RecordedLog())
        world.volumeProbes = LiveVolumeProbes(program: BuiltProgram.agent, limit: limit)
        return world
    }

    @Test("a FUSE mount that answers has the sizes in a helper process that it has")
    func answers() async throws {
        let fileSystem = try await FaultFileSystem(hangs: false)
        let probes = LiveVolumeProbes(program: BuiltProgram.agent, limit: .seconds(60))
        let sizes = try await probes.statistics(of: Array(fileSystem.mountPoint.utf8), number: 1)
        #expect(
            sizes
                == VolumeStatistics(
                    blockSize: 4096,
                    blocks: 1000,
                    freeBlocks: 500,
                    availableBlocks: 500,
                    files: 0,
                    freeFiles: 0
                )
        )
        try await fileSystem.end()
        await #expect(throws: VolumeProbeError.self) {
            try await probes.statistics(of: Array("\(fileSystem.mountPoint)/none".utf8), number: 1)
        }
        #expect(try Machine.helpers(of: getpid()).isEmpty)
    }

    @Test(
        "D13: 500 polls of a dead mount cost one helper; threads, descriptors and memory stay, and its neighbours answer"
    )
    func fiveHundredPolls() async throws {
        let dead = try await FaultFileSystem(hangs: true)
        try await inWorld {
            $0 = Self.world(limit: .milliseconds(200))
        } operation: {
            let provider = StorageProvider(context: .test(namedSources: [dead.mountPoint]))
            let total = try SensorID("storage.root.total")
            let sensors = try await provider.sensors()
            let late = try #require(sensors.first { $0.device == dead.mountPoint && $0.id.reading == "total" }?.id)
            for _ in 0..<10 { _ = await provider.read([late, total]) }
            let before = try Machine.footprint()
            for _ in 0..<490 {
                let readings = await provider.read([late, total])
                #expect(readings.first { $0.sensor == late }?.outcome == .unavailable(.timeout))
                let neighbour = readings.first { $0.sensor == total }?.outcome
                #expect(neighbour.map { if case .value = $0 { true } else { false } } == true)
            }
            let after = try Machine.footprint()
            // One for each poll would be 490 more.
            #expect(after.threads < before.threads + 5)
            #expect(after.descriptors < before.descriptors + 5)
            #expect(after.residentKilobytes < before.residentKilobytes + 4096)
            #expect(try Machine.helpers(of: getpid()).count == 1)
        }
        try await dead.end()
        try await Eventually.holds("the helper is gone and reaped") { try Machine.helpers(of: getpid()).isEmpty }
    }

    @Test("a mount that answers again is read again, and nothing of the time before is left")
    func recovery() async throws {
        let fileSystem = try await FaultFileSystem(hangs: false)
        try await inWorld {
            $0 = Self.world(limit: .seconds(1))
        } operation: {
            let provider = StorageProvider(context: .test(namedSources: [fileSystem.mountPoint]))
            let sensors = try await provider.sensors()
            let id = try #require(
                sensors.first { $0.device == fileSystem.mountPoint && $0.id.reading == "used_percent" }?.id
            )
            fileSystem.stop()
            for _ in 0..<3 { #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.timeout)]) }
            // None, where the kernel took the question back when the helper was told to end.
            #expect(try Machine.helpers(of: getpid()).count <= 1)
            fileSystem.go()
            try await Eventually.holds("the mount is read again") {
                await provider.read([id]).map(\.outcome) == [.value(.number(50))]
            }
            #expect(try Machine.helpers(of: getpid()).isEmpty)
        }
        try await fileSystem.end()
    }

    @Test("D13: what is mounted where a dead mount is does not wait until that one lets go")
    func mountedOver() async throws {
        let dead = try await FaultFileSystem(hangs: true)
        let healthy = try await FaultFileSystem(hangs: false)
        try await inWorld {
            $0 = Self.world(limit: .seconds(1))
        } operation: {
            let provider = StorageProvider(context: .test(namedSources: [dead.mountPoint]))
            let id = try #require(
                try await provider.sensors().first { $0.device == dead.mountPoint && $0.id.reading == "used_percent" }?
                    .id
            )
            #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.timeout)])
            try await LoopDisk.run("mount", "--bind", healthy.mountPoint, dead.mountPoint)
            try await Eventually.holds("the new mount is read") {
                await provider.read([id]).map(\.outcome) == [.value(.number(50))]
            }
            #expect(try Machine.helpers(of: getpid()).count == 1)
            try await LoopDisk.run("umount", dead.mountPoint)
        }
        try await healthy.end()
        try await dead.end()
        try await Eventually.holds("the helper is gone and reaped") { try Machine.helpers(of: getpid()).isEmpty }
    }

    @Test("D13: the daemon answers, and stops in time, while a mount that it was told to look at is dead")
    func daemonStops() async throws {
        let dead = try await FaultFileSystem(hangs: true)
        let state = try TemporaryFolder()
        let place = ["--state-dir", state.path + "/state"]
        let log = state.path + "/log"
        // The shell says how the daemon ended and how long that took from the signal on.
        let daemon = Task {
            try await ChildProgram.run([
                "/bin/bash", "-c",
                """
                "$0" run --state-dir "$1" 2>"$2" & daemon=$!
                until [[ -e $1/stop ]]; do sleep 0.1; done
                begin=$SECONDS; kill -TERM "$daemon"; wait "$daemon"
                echo "$? $((SECONDS - begin))"
                """,
                BuiltProgram.agent, state.path + "/state", log,
            ])
        }
        func agent(_ words: String...) async throws -> ChildProgram.Output {
            try await ChildProgram.run([BuiltProgram.agent] + words + place)
        }
        try await Eventually.holds("the daemon serves its socket") { try await agent("status").status == 0 }
        let added = try await agent("sensors", "add", "storage", dead.mountPoint)
        #expect(added.status == 0, "\(added.standardError)")
        let read = try await agent("sensors", "read", "storage", "--json")
        #expect(read.standardOutput.contains(#""unavailable" : "timeout""#))
        #expect(read.standardOutput.contains(#""value""#))
        try Data().write(to: URL(filePath: state.path + "/state/stop"))
        let end = try await daemon.value.standardOutput.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(end.count == 2)
        let said = try state.text(of: "log")
        #expect(end[0] == 0, "\(said)")
        // The unit's TimeoutStopSec.
        #expect(end[1] < 15)
        try await dead.end()
        try await Eventually.holds("no helper is left of it") { try Machine.helpers().isEmpty }
    }
}
