import FoundationEssentials
import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import PluginHost

/// Programs that live on and print line protocol, as Telegraf's execd runs them.
@Suite(.timeLimit(.minutes(10))) struct ResidentTests {
    private func provider(_ script: String, _ keys: String, _ bench: PluginBench) async throws -> any SensorProvider {
        let path = "\(bench.folder.path)/program"
        try ScriptFile.write("#!/bin/sh\n\(script)\n", to: path)
        try ScriptFile.write("kind = execd\ncommand = \(path)\n\(keys)\n", to: "\(bench.folder.path)/plugins/x.conf")
        return try await bench.find("x")
    }

    /// Runs what asks, while the clock moves on whenever all that is waited for is the moment in which nothing more comes.
    private func paced<Answer: Sendable>(
        _ bench: PluginBench,
        _ ask: @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let clock = bench.clock
        let pacer = Task {
            while !Task.isCancelled {
                await clock.sleeper(within: .milliseconds(250))
                if !Task.isCancelled { clock.advance(by: .milliseconds(250)) }
            }
        }
        let answer: Result<Answer, any Error>
        do {
            answer = .success(try await ask())
        } catch {
            answer = .failure(error)
        }
        pacer.cancel()
        // It is cancelled when the pacer has seen it.
        let last = Task { try? await clock.sleep(for: .milliseconds(1)) }
        await pacer.value
        last.cancel()
        await last.value
        return try answer.get()
    }

    /// What happens once a program has come so far that it writes a file of this name.
    private func untilThere(_ name: String, _ bench: PluginBench) async {
        while access("\(bench.folder.path)/work/x/\(name)", F_OK) != 0 { await Task.yield() }
    }

    private func outcomes(_ readings: [Reading]) -> [String: Reading.Outcome] {
        Dictionary(readings.map { ("\($0.sensor.thing).\($0.sensor.reading)", $0.outcome) }, uniquingKeysWith: { $1 })
    }

    @Test(
        "one that is told on its standard input is kept while it is wanted, asked each time, and its warnings are logged"
    )
    func input() async throws {
        try await PluginBench.run { bench in
            let script = #"n=0; while read -r line; do n=$((n+1)); echo "W! at $n" >&2; echo "m v=${n}i"; done"#
            let provider = try await provider(script, "signal = STDIN", bench)
            let ids = Set(try await paced(bench) { try await provider.sensors() }.map(\.id))
            #expect(ids == [try SensorID("plugin_x.m.v")])
            #expect(try await bench.report().process == nil)
            let changes = provider.changes()
            for count in 1...3 {
                let readings = try await paced(bench) { await provider.read(ids) }
                #expect(readings.map(\.outcome) == [.value(.integer(Int64(count)))])
            }
            let process = try #require(try await bench.report().process)
            #expect(bench.log.lines.contains { $0.priority == .warning && $0.line.contains("W! at 1") })
            withExtendedLifetime(changes) {}
            await bench.host.stop()
            try await ProcessTable.untilGone(process)
        }
    }

    @Test("a signal goes to the program alone, and only once it has had the time to expect it")
    func signals() async throws {
        try await PluginBench.run { bench in
            let script = """
                trap 'echo "m v=1i"' USR1
                sleep 1000 & child=$!
                echo > ready
                while ! wait $child; do :; done
                """
            let provider = try await provider(script, "signal = SIGUSR1", bench)
            async let listed = paced(bench) { try await provider.sensors() }
            await untilThere("ready", bench)
            await bench.clock.sleeper(within: .seconds(1))
            bench.clock.advance(by: .seconds(1))
            #expect(try await listed.map(\.id) == [try SensorID("plugin_x.m.v")])
        }
    }

    @Test("of one that reports by itself each series counts for its own time")
    func alone() async throws {
        try await PluginBench.run { bench in
            let script =
                "echo 'a v=1i'; echo 'b v=2i'; while [ ! -e more ]; do sleep 0.01; done; echo 'a v=3i'; echo > said; sleep 1000"
            let provider = try await provider(script, "max_age = 100", bench)
            let changes = provider.changes()
            let ids = Set(try await paced(bench) { try await provider.sensors() }.map(\.id))
            bench.clock.advance(by: .seconds(90))
            #expect(outcomes(await provider.read(ids)) == ["a.v": .value(.integer(1)), "b.v": .value(.integer(2))])
            try ScriptFile.write("", to: "\(bench.folder.path)/work/x/more")
            await untilThere("said", bench)
            // Between what it wrote and what was heard lies a moment.
            while outcomes(await provider.read(ids))["a.v"] != .value(.integer(3)) { await Task.yield() }
            bench.clock.advance(by: .seconds(20))
            #expect(outcomes(await provider.read(ids)) == ["a.v": .value(.integer(3)), "b.v": .unavailable(.noData)])
            withExtendedLifetime(changes) {}
        }
    }

    @Test("one that has ended is started again after its delay, and says meanwhile how it ended")
    func ended() async throws {
        try await PluginBench.run { bench in
            let provider = try await provider("echo started >> starts; echo 'm v=1i'; echo bad >&2; exit 3", "", bench)
            let changes = provider.changes()
            let ids = Set(try await paced(bench) { try await provider.sensors() }.map(\.id))
            while try await bench.report().process != nil { await Task.yield() }
            #expect(await provider.read(ids).map(\.outcome) == [.unavailable(.fault)])
            #expect(try await bench.report().reason == "ended with exit code 3; its last words: bad")
            #expect(bench.starts() == 1)
            bench.clock.advance(by: .seconds(10))
            // What it said before still counts while it starts.
            #expect(await provider.read(ids).map(\.outcome) == [.value(.integer(1))])
            while bench.starts() < 2 { await Task.yield() }
            withExtendedLifetime(changes) {}
        }
    }

    @Test("one that does not answer in time is ended with its children, and nothing else waits for it")
    func hangs() async throws {
        try await PluginBench.run { bench in
            let script = "read -r line; echo 'm v=1i'; read -r line; sleep 1000 & sleep 1000"
            let provider = try await provider(script, "signal = STDIN\ntimeout = 5", bench)
            let changes = provider.changes()
            let ids = Set(try await paced(bench) { try await provider.sensors() }.map(\.id))
            let process = try #require(try await bench.report().process)
            async let read = provider.read(ids)
            await bench.clock.sleeper(within: .seconds(5))
            bench.clock.advance(by: .seconds(5))
            #expect(await read.map(\.outcome) == [.unavailable(.timeout)])
            try await ProcessTable.untilGone(process)
            withExtendedLifetime(changes) {}
        }
    }

    @Test("a record whose text goes on in the next line waits for it, and one that never ends takes no other along")
    func openRecords() {
        var feed = ResidentFeed()
        func records(_ bytes: [UInt8]) -> [String] {
            var scanner = InfluxScanner(bytes)
            return scanner.points().filter { !$0.isBroken }.map(\.measurement)
        }
        _ = feed.add(Array("a v=1\nb t=\"one\n".utf8))
        #expect(records(feed.take()) == ["a"])
        _ = feed.add(Array("two\"\nc v=1\n".utf8))
        #expect(records(feed.take()) == ["b", "c"])
        _ = feed.add(Array("d t=\"never\n".utf8))
        #expect(records(feed.take()).isEmpty)
        _ = feed.add(Array("e v=1\nf v".utf8))
        #expect(records(feed.take()) == ["e"])
        _ = feed.add(Array("=1\n".utf8))
        #expect(records(feed.take()) == ["f"])
    }

    @Test("a program that says more than anybody reads waits, and costs no more memory")
    func floods() {
        var feed = ResidentFeed()
        let piece = Array(String(repeating: "m v=1i\n", count: 8000).utf8)
        var isFull = false
        var count = 0
        while !isFull {
            isFull = feed.add(piece)
            count += 1
        }
        #expect(count < 30)
        // One endless line is thrown away as it comes.
        var endless = ResidentFeed()
        for _ in 0..<100 {
            let isFull = endless.add(Array(repeating: 0x61, count: 65536))
            #expect(!isFull)
        }
        #expect(endless.count < 1000)
    }
}
