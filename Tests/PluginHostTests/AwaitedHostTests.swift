import Glibc
import PluginHost
import Sealing
import SensorSDK
import Shared
import TestSupport
import Testing

/// What a daemon says of a host that does not come.
@Suite(.timeLimit(.minutes(2))) struct AwaitedHostTests {
    @Test(
        "that no host comes is a complaint where there are plugins, and none where there are not",
        arguments: [true, false]
    )
    func complaint(hasPlugins: Bool) async throws {
        let host = try FakeHost()
        let clock = TestClock()
        let log = RecordedLog()
        let gate = AsyncStream.makeStream(of: Void.self)
        await inWorld({
            $0.use(clock)
            $0.log = log
        }) {
            let link = HostLink(
                .child {
                    for await _ in gate.stream {}
                    return host.descriptor
                },
                isAwaited: { hasPlugins }
            )
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await link.run() }
                await clock.sleepers(atLeast: 1)
                // Answered, if by nothing, when nobody is waited for any longer.
                async let sources = link.look()
                clock.advance(by: .seconds(10))
                #expect(await sources.isEmpty)
                #expect(log.lines.contains { $0.line.contains("has not come") } == hasPlugins)
                #expect(await link.state == (hasPlugins ? .unreachable : .absent))
                gate.continuation.finish()
                host.socket.shutDown()
                await link.stop()
                group.cancelAll()
            }
        }
    }

    @Test("a daemon that ends before any host came says nothing about that")
    func ended() async throws {
        let host = try FakeHost()
        let clock = TestClock()
        let log = RecordedLog()
        await inWorld({
            $0.use(clock)
            $0.log = log
        }) {
            let link = HostLink(
                .child {
                    for await _ in AsyncStream.makeStream(of: Void.self).stream {}
                    return host.descriptor
                }
            )
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await link.run() }
                await clock.sleepers(atLeast: 1)
                group.cancelAll()
            }
        }
        #expect(!log.lines.contains { $0.line.contains("has not come") })
    }

    @Test("folders for plugins that are missing or empty have no entries; with anything in them they have")
    func entries() throws {
        let folder = try TemporaryFolder()
        let folders = PluginFolders([folder.path + "/missing", folder.path + "/plugins"])
        #expect(!folders.hasEntries)
        try #require(mkdir(folder.path + "/plugins", 0o755) == 0)
        #expect(!folders.hasEntries)
        try #require(mkdir(folder.path + "/plugins/any", 0o755) == 0)
        #expect(folders.hasEntries)
    }
}
