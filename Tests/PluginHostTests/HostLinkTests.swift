import FoundationEssentials
import Glibc
import PluginHost
import Sealing
import SensorSDK
import Shared
import Synchronization
import TestSupport
import Testing

/// What a daemon takes from the process that runs its plugins, and what it does not.
@Suite(.timeLimit(.minutes(10))) struct HostLinkTests {
    enum Garbage: CaseIterable {
        case text, empty, halfHealth, otherWord, otherKind, deep, long, nul

        var line: String {
            switch self {
            case .text: "Ping ok"
            case .empty: "{}"
            case .halfHealth: #"{"says":"health"}"#
            case .otherWord: #"{"says":"sudo"}"#
            case .otherKind: #"{"says":"health","plugins":{}}"#
            case .deep: String(repeating: "[", count: 200_000)
            case .long: String(repeating: "x", count: 300_000)
            case .nul: FakeHost.health("x") + "\u{0}"
            }
        }
    }

    private static func provider(_ link: HostLink, _ name: String) throws -> any SensorProvider {
        let source = try #require(link.source(of: "plugin_\(name)"))
        return source.make(
            ProviderContext(family: source.family, salt: Array(repeating: 7, count: 16), sha256: Digest.sha256)
        )
    }

    private static func until(_ isMet: () async -> Bool) async {
        while await !isMet() { await Task.yield() }
    }

    /// Answers a question as a good host would.
    private static func answer(_ host: FakeHost, _ line: String?, sensors: String, readings: String = "[]") {
        let number = line?.split(separator: #""number":"#).last?.prefix { $0.isNumber } ?? "0"
        if line?.contains(#""request":"read""#) == true {
            host.say(#"{"says":"read","number":\#(number),"plugin":"x","readings":\#(readings)}"#)
        } else {
            host.say(#"{"says":"list","number":\#(number),"plugin":"x","sensors":\#(sensors)}"#)
        }
    }

    @Test("plugins list, are read and noticed through the host as they are in one process")
    func throughTheHost() async throws {
        try await PluginBench.run { bench in
            let sensors =
                #"[{"id":"a.one","name":"One","former_ids":["{S4EV}.one"]},{"id":"disk_{S4EV}.size","name":"Size"}]"#
            _ = try await bench.shell(
                answers: [
                    "list": PluginBench.say(#"{"answer":"list","sensors":\#(sensors)}"#),
                    "read": PluginBench.read(["one": "1"]) + "; " + PluginBench.say(#"{"push":"list_again"}"#),
                ]
            )
            let pair = try FakeHost()
            let link = HostLink(.child { pair.descriptor })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await link.run() }
                group.addTask { await HostSession(bench.host, sha256: Digest.sha256).run(pair.socket) }
                await Self.until { await link.look().map(\.family) == ["plugin_x"] }
                let provider = try Self.provider(link, "x")
                let sensors = try await provider.sensors()
                let ids = sensors.map(\.id)
                let former = sensors.first?.formerIDs.map(\.thing) ?? []
                #expect(former == [ids.last.map { String($0.thing.dropFirst(5)) }])
                #expect(ids.first?.description == "plugin_x.a.one")
                let size = try #require(ids.last)
                #expect(size.thing.count == 17 && size.thing.hasPrefix("disk_"), "12 digits of a salted hash: \(size)")
                var changes = provider.changes().makeAsyncIterator()
                let one = try PluginBench.id("one")
                #expect(await provider.read([one]).map(\.outcome) == [.value(.integer(1))])
                #expect(await changes.next() == .listAgain)
                let report = try #require(await link.reports().first)
                #expect(report.state == .running)
                #expect(await link.restart("x"))
                #expect(await !link.reset("y"))
                let process = try #require(report.process)
                await link.stop()
                try await ProcessTable.untilGone(process)
                group.cancelAll()
            }
        }
    }

    @Test("a host gives sensors of its plugins only: no other family, no other plugin, no name that is none")
    func namespaces() async throws {
        let host = try FakeHost()
        try await FakeHost.run([host]) { link, _, _ in
            host.say(FakeHost.health("x", "../y", "battery.bat0"))
            #expect(link.source(of: "battery") == nil)
            #expect(link.source(of: "plugin_../y") == nil)
            let provider = try Self.provider(link, "x")
            async let listed = provider.sensors()
            let sensors = """
                [{"id":"a.one","name":"One"},{"id":"plugin_y.a.one","name":"Y"},{"id":"battery.bat0.level","name":"B"},\
                {"id":"a.one","name":"again"},{"id":"a.icon","name":"I","attributes":["icon"]},{"id":7},{"id":"A.b","name":"C"},\
                {"id":"a.w","name":"W","device_class":"temperature","unit":"W"}]
                """.replacing("\n", with: "")
            Self.answer(host, await host.heard(), sensors: sensors)
            #expect(try await listed.map(\.id.description) == ["plugin_x.a.one"])
            let other = try SensorID("plugin_y.a.one")
            let one = try PluginBench.id("one")
            async let read = provider.read([one, other])
            Self.answer(
                host,
                await host.heard(),
                sensors: "",
                readings:
                    #"[{"id":"a.one","value":1},{"id":"plugin_y.a.one","value":2},{"id":"battery.bat0.level","value":3}]"#
            )
            #expect(await read.map(\.sensor) == [one])
        }
    }

    @Test(
        "what can't be understood ends the connection, and only that: the next host is asked",
        arguments: Garbage.allCases
    )
    func garbage(_ garbage: Garbage) async throws {
        let (first, second) = (try FakeHost(), try FakeHost())
        try await FakeHost.run([first, second]) { link, clock, log in
            first.say(FakeHost.health("x"))
            let provider = try Self.provider(link, "x")
            async let listed = PluginBench.listed(provider)
            _ = await first.heard()
            first.say(garbage.line)
            let result = await listed
            #expect(throws: (any Error).self) { try result.get() }
            await Self.until { log.lines.contains { $0.line.contains("the plugin host is gone") } }
            second.say(FakeHost.health("x"))
            await Self.until {
                clock.advance(by: .seconds(1))
                return log.lines.count { $0.line.contains("the plugin host is here") } == 2
            }
            async let again = provider.sensors()
            Self.answer(second, await second.heard(), sensors: #"[{"id":"a.one","name":"One"}]"#)
            #expect(try await again.count == 1)
        }
    }

    @Test("more plugins, sensors or lines than there can be end the connection")
    func bounds() async throws {
        let hosts = [try FakeHost(), try FakeHost(), try FakeHost()]
        try await FakeHost.run(hosts) { link, clock, log in
            func gone(_ count: Int) async {
                await Self.until {
                    clock.advance(by: .seconds(1))
                    return log.lines.count { $0.line.contains("the plugin host is gone") } == count
                }
            }
            let many = Array(repeating: FakeHost.plugin("x"), count: HostLink.mostPlugins + 1).joined(separator: ",")
            hosts[0].say(#"{"says":"health","plugins":[\#(many)]}"#)
            await gone(1)
            let provider = try Self.provider(link, "x")
            await Self.until {
                clock.advance(by: .seconds(1))
                return log.lines.count { $0.line.contains("the plugin host is here") } == 2
            }
            async let listed = PluginBench.listed(provider)
            hosts[1].say(FakeHost.health("x"))
            let line = await hosts[1].heard()
            let number = line?.split(separator: #""number":"#).last?.prefix { $0.isNumber } ?? "0"
            let hundred = Array(repeating: #"{"id":"a.b","name":"B"}"#, count: 100).joined(separator: ",")
            for _ in 0...10 {
                hosts[1].say(
                    #"{"says":"list","number":\#(number),"plugin":"x","more":true,"sensors":[\#(hundred)]}"#
                )
            }
            let result = await listed
            #expect(throws: (any Error).self) { try result.get() }
            await gone(2)
            await Self.until {
                clock.advance(by: .seconds(1))
                return log.lines.count { $0.line.contains("the plugin host is here") } == 3
            }
            for _ in 0...21_000 { hosts[2].say(#"{"says":"list_again","plugin":"x"}"#) }
            await Self.until { log.lines.count { $0.line.contains("the plugin host is gone") } == 3 }
        }
    }

    @Test("without a host a plugin's sensors are waited for a while and then unavailable; when it comes they are back")
    func absent() async throws {
        let host = try FakeHost()
        let clock = TestClock()
        let gate = AsyncStream.makeStream(of: Void.self)
        try await inWorld({ $0.use(clock) }) {
            let link = HostLink(
                .child {
                    for await _ in gate.stream {}
                    return host.descriptor
                }
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await link.run() }
                let provider = try Self.provider(link, "x")
                let id = try PluginBench.id("one")
                async let early = provider.read([id])
                await clock.sleepers(atLeast: 1)
                clock.advance(by: .seconds(10))
                #expect(await early.map(\.outcome) == [.unavailable(.plugin)])
                #expect(await link.state == .unreachable)
                #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.plugin)], "and nobody waits again")
                gate.continuation.finish()
                host.say(FakeHost.health("x"))
                await Self.until { await link.state == .yourUser }
                async let late = provider.read([id])
                Self.answer(host, await host.heard(), sensors: #"[{"id":"a.one","name":"One"}]"#)
                Self.answer(host, await host.heard(), sensors: "", readings: #"[{"id":"a.one","value":5}]"#)
                #expect(await late.map(\.outcome) == [.value(.integer(5))])
                host.socket.shutDown()
                await link.stop()
                group.cancelAll()
            }
        }
    }

    @Test(
        "whoever asks for plugins waits for the host that comes with the first of them, and once only for one that does not"
    )
    func firstPlugin() async throws {
        let host = try FakeHost()
        let clock = TestClock()
        let gate = AsyncStream.makeStream(of: Void.self)
        let hasPlugins = Mutex(false)
        try await inWorld({ $0.use(clock) }) {
            let link = HostLink(
                .child {
                    for await _ in gate.stream {}
                    return host.descriptor
                },
                isAwaited: { hasPlugins.withLock { $0 } }
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await link.run() }
                let provider = try Self.provider(link, "x")
                async let early = provider.read([try PluginBench.id("one")])
                await clock.sleepers(atLeast: 1)
                clock.advance(by: .seconds(10))
                _ = try await early
                #expect(await link.reports().isEmpty)
                #expect(await link.state == .absent)

                hasPlugins.withLock { $0 = true }
                async let none = link.reports()
                await clock.sleepers(atLeast: 1)
                clock.advance(by: .seconds(10))
                #expect(await none.isEmpty)
                #expect(await link.reports().isEmpty, "and nobody waits again")
                #expect(await link.state == .unreachable)

                hasPlugins.withLock { $0 = false }
                _ = await link.reports()
                hasPlugins.withLock { $0 = true }
                async let reports = link.reports()
                await clock.sleepers(atLeast: 1)
                gate.continuation.finish()
                #expect(await host.heard() == #"{"number":1,"request":"list"}"#)
                host.say(FakeHost.health("x", number: 1))
                #expect(await reports.map(\.name) == ["x"])
                host.socket.shutDown()
                await link.stop()
                group.cancelAll()
            }
        }
    }

    @Test("where an administrator masked the host's unit, that is said, and nobody waits for it or complains")
    func masked() async throws {
        let host = try FakeHost()
        await inWorld({ $0.use(TestClock()) }) {
            let link = HostLink(.socket(descriptor: host.descriptor, user: 1), isMasked: { true })
            #expect(await link.reports().isEmpty)
            #expect(await link.state == .masked)
        }
    }

    @Test("a host that is there and does not answer is waited for once, and said to be silent until it says something")
    func silent() async throws {
        let host = try FakeHost()
        try await FakeHost.run([host]) { link, clock, log in
            async let first = link.reports()
            #expect(await host.heard() == #"{"number":1,"request":"list"}"#)
            host.say(FakeHost.health("x", number: 1))
            #expect(await first.map(\.name) == ["x"])
            #expect(await link.state == .yourUser)
            var news = link.news().makeAsyncIterator()
            #expect(await news.next() == ["plugin_x"])

            async let second = link.reports()
            #expect(await host.heard() == #"{"number":2,"request":"list"}"#)
            await clock.sleeper(within: .seconds(5))
            clock.advance(by: .seconds(5))
            #expect(await second.map(\.name) == ["x"], "as it said before")
            #expect(await link.state == .silent)
            #expect(log.lines.count { $0.line.contains("does not answer") } == 1)

            #expect(await link.look().map(\.family) == ["plugin_x"], "and nobody waits again")
            #expect(await link.reports().count == 1)
            #expect(await !link.restart("x"))
            #expect(await host.heard() == #"{"number":3,"request":"list"}"#, "it is asked all the same, once")

            let provider = try Self.provider(link, "x")
            async let listed = PluginBench.listed(provider)
            #expect(await host.heard()?.contains(#""number":4"#) == true)
            await clock.sleepers(atLeast: 3)
            clock.advance(by: .seconds(5))
            let result = await listed
            #expect(throws: (any Error).self) { try result.get() }

            host.say(FakeHost.health("x", "y", number: 2))
            await Self.until { await link.state == .yourUser }
            #expect(await news.next() == ["plugin_x"], "it is asked for its list once more")
            async let last = link.look()
            #expect(await host.heard() == #"{"number":5,"request":"list"}"#)
            host.say(FakeHost.health("x", "y", number: 5))
            #expect(await last.map(\.family) == ["plugin_x", "plugin_y"])
        }
    }

    @Test("when a host is gone its sensors are waited for again, and unavailable when no other one comes")
    func gone() async throws {
        let host = try FakeHost()
        try await FakeHost.run([host]) { link, clock, _ in
            host.say(FakeHost.health("x"))
            await Self.until { await link.state == .yourUser }
            let provider = try Self.provider(link, "x")
            host.socket.shutDown()
            await Self.until { await link.state == .unreachable }
            let id = try PluginBench.id("one")
            let (done, isDone) = AsyncStream.makeStream(of: Reading.Outcome.self)
            async let read: Void = {
                for reading in await provider.read([id]) { isDone.yield(reading.outcome) }
                isDone.finish()
            }()
            async let outcome = done.first { _ in true }
            let passing = Task {
                while !Task.isCancelled {
                    clock.advance(by: .seconds(1))
                    await Task.yield()
                }
            }
            #expect(await outcome == .unavailable(.plugin))
            passing.cancel()
            await read
        }
    }

    @Test("only the host's user is let in, and one host at a time")
    func door() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/plugins.sock"
        // Stays open, since the door lets go of it in its own time.
        let listener = try Self.listener(path)
        for user in [geteuid(), geteuid() + 1] {
            let log = RecordedLog()
            try await inWorld({ $0.log = log }) {
                let link = HostLink(.socket(descriptor: listener, user: user))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await link.run() }
                    let first = try Self.connect(path)
                    if user == geteuid() {
                        await Self.until { await link.state == .ownUser }
                        let second = try Self.connect(path)
                        await Self.until { log.lines.contains { $0.line.contains("connected already") } }
                        _ = second.send(Array(FakeHost.health("x").utf8))
                        _ = first.send(Array(FakeHost.health("y").utf8))
                        var rest: [UInt8] = []
                        #expect(second.line(limit: 100, rest: &rest) == nil, "it was hung up on")
                        first.shutDown()
                        await Self.until { await link.state == .unreachable }
                        let third = try Self.connect(path)
                        await Self.until { await link.state == .ownUser }
                        third.shutDown()
                    } else {
                        await Self.until { log.lines.contains { $0.line.contains("host's user") } }
                        #expect(await link.state == .unreachable)
                    }
                    group.cancelAll()
                }
            }
        }
    }

    private static func listener(_ path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = address(path)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, listen(descriptor, 8) == 0 else {
            throw ChildProgram.Failure(description: "no socket at \(path): \(errno)")
        }
        return descriptor
    }

    private static func connect(_ path: String) throws -> LineSocket {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = address(path)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw ChildProgram.Failure(description: "no connection: \(errno)") }
        return LineSocket(descriptor)
    }

    private static func address(_ path: String) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        return address
    }
}
