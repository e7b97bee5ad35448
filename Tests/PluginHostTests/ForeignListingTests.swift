import Sealing
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import PluginHost

/// When foreign plugins are run to learn what they have.
@Suite(.timeLimit(.minutes(10))) struct ForeignListingTests {
    private static func write(_ script: String, kind: String, _ bench: PluginBench) throws {
        try ScriptFile.write("#!/bin/sh\necho run >> runs\n\(script)\n", to: "\(bench.folder.path)/check")
        try ScriptFile.write(
            "kind = \(kind)\ncommand = \(bench.folder.path)/check\n",
            to: "\(bench.folder.path)/plugins/x.conf"
        )
    }

    private static func runs(_ bench: PluginBench) -> Int {
        // Absent until the first one.
        ((try? bench.folder.text(of: "work/x/runs")) ?? "").split(separator: "\n").count
    }

    @Test("a check is run once to list, and not once more with each start of the host, until drop-in or program change")
    func remembered() async throws {
        try await PluginBench.run { bench in
            try Self.write("echo 'OK | a=1'", kind: "nagios", bench)
            func restarted(_ test: (any SensorProvider, PluginHost) async throws -> Void) async throws {
                let host = bench.nextHost()
                try await test(try await bench.find("x", in: host), host)
                await host.stop()
            }
            for _ in 1...3 {
                try await restarted { provider, _ in
                    let readings = try await provider.sensors().map(\.id.reading)
                    #expect(readings == ["problem", "status", "a"])
                }
            }
            #expect(Self.runs(bench) == 1)
            try await restarted { provider, host in
                let id = try SensorID("plugin_x.perf.a")
                let outcomes = await provider.read([id]).map(\.outcome)
                #expect(outcomes == [.value(.integer(1))], "a reading comes from no memory")
                #expect(await host.reset("x"))
                _ = try await provider.sensors()
            }
            #expect(Self.runs(bench) == 3)
            try Self.write("echo 'OK | a=1 b=2'", kind: "nagios", bench)
            try await restarted { provider, _ in
                let sensors = try await provider.sensors()
                #expect(sensors.contains { $0.id.reading == "b" })
            }
            #expect(Self.runs(bench) == 4)
        }
    }

    @Test("what a remembered check lists otherwise when it is read is listed anew")
    func changed() async throws {
        try await PluginBench.run { bench in
            try Self.write("[ -e more ] && echo 'OK | a=1 b=2' || echo 'OK | a=1'", kind: "nagios", bench)
            let first = bench.nextHost()
            _ = try await bench.find("x", in: first).sensors()
            await first.stop()
            try ScriptFile.write("", to: "\(bench.folder.path)/work/x/more")
            let second = bench.nextHost()
            let provider = try await bench.find("x", in: second)
            #expect(try await provider.sensors().count == 3)
            var changes = provider.changes().makeAsyncIterator()
            _ = await provider.read([try SensorID("plugin_x.perf.a")])
            #expect(await changes.next() == .listAgain)
            #expect(try await provider.sensors().count == 4)
            await second.stop()
        }
    }

    @Test("a program whose first run fails is asked again, and its failure is said", arguments: ["influx", "munin"])
    func failsFirst(_ kind: String) async throws {
        try await PluginBench.run { bench in
            let output =
                kind == "influx"
                ? "echo 'm v=1i'" : #"[ "$1" = config ] && echo 'v.label V' || echo 'v.value 1'"#
            try Self.write("[ -e up ] || exit 2\n\(output)", kind: kind, bench)
            let provider = try await bench.find("x")
            let result = await PluginBench.listed(provider)
            #expect(throws: (any Error).self) { try result.get() }
            #expect(try await bench.report().reason != nil)
            try ScriptFile.write("", to: "\(bench.folder.path)/work/x/up")
            #expect(try await provider.sensors().map(\.id.reading) == ["v"])
        }
    }

    @Test("munin: a plugin that could not work is asked again after a while; an autoconf that fails decides nothing")
    func secondThought() async throws {
        try await PluginBench.run { bench in
            let script = """
                case $1 in
                autoconf) [ -e broken ] && { echo no; exit 1; }; [ -e up ] && echo yes || echo 'no (mysql is not running)';;
                config) echo v.label V;;
                *) echo v.value 1;;
                esac
                """
            try Self.write(script, kind: "munin", bench)
            let provider = try await bench.find("x")
            let id = try #require(try await provider.sensors().first).id
            #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.notPresent)])
            try ScriptFile.write("", to: "\(bench.folder.path)/work/x/up")
            #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.notPresent)], "not each time")
            bench.clock.advance(by: .seconds(600))
            #expect(await provider.read([id]).map(\.outcome) == [.value(.integer(1))])
            try ScriptFile.write("", to: "\(bench.folder.path)/work/x/broken")
            #expect(await bench.host.reset("x"))
            _ = try await provider.sensors()
            #expect(await provider.read([id]).map(\.outcome) == [.value(.integer(1))])
        }
    }

    @Test("the end of the host does not wait for a check that hangs, and leaves nothing of it")
    func ends() async throws {
        try await PluginBench.run { bench in
            try Self.write("echo $$ > group\nsleep 1000 & sleep 1000", kind: "nagios", bench)
            let provider = try await bench.find("x")
            async let listed = PluginBench.listed(provider)
            var group: Int32?
            while group == nil {
                await Task.yield()
                // Absent until the program has come so far.
                group = (try? bench.folder.text(of: "work/x/group")).flatMap { Int32($0.filter(\.isNumber)) }
            }
            // No time passes, so that no deadline ends it.
            await bench.host.stop()
            _ = await listed
            try await ProcessTable.untilGone(try #require(group))
        }
    }
}
