import Glibc
import PluginHost
import Sealing
import SensorSDK
import Shared
import TestSupport
import Testing

/// Plugins as a daemon has them: behind a host, at the other end of a connection that all of them share.
@Suite(.timeLimit(.minutes(10))) struct HostLinkPluginTests {
    /// Runs a test over a daemon's link and the bench's host.
    private static func run(
        _ prepare: @Sendable (PluginBench) async throws -> Void,
        _ test: @Sendable (PluginBench, HostLink) async throws -> Void
    ) async throws {
        try await PluginBench.run { bench in
            try await prepare(bench)
            let pair = try FakeHost()
            let link = HostLink(.child { pair.descriptor })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await link.run() }
                group.addTask { await HostSession(bench.host, sha256: Digest.sha256).run(pair.socket) }
                while await link.look().isEmpty { await Task.yield() }
                try await test(bench, link)
                await link.stop()
                group.cancelAll()
            }
        }
    }

    private static func context(_ name: String, salt: UInt8) -> ProviderContext {
        ProviderContext(family: "plugin_\(name)", salt: Array(repeating: salt, count: 16), sha256: Digest.sha256)
    }

    private static func provider(_ link: HostLink, _ name: String, salt: UInt8 = 7) throws -> any SensorProvider {
        try #require(link.source(of: "plugin_\(name)")).make(context(name, salt: salt))
    }

    @Test(
        "a machine that gets another salt knows what becomes of each name that the host hashed, and what is listed follows"
    )
    func renewed() async throws {
        try await Self.run { bench in
            _ = try await bench.shell(answers: [
                "list": PluginBench.say(
                    #"{"answer":"list","sensors":[{"id":"disk{S4EV}.size_{S4EV}","name":"Size"}]}"#
                ),
                "read": PluginBench.say(#"{"answer":"read","readings":[{"id":"disk{S4EV}.size_{S4EV}","value":5}]}"#),
            ])
            let check = "\(bench.folder.path)/metrics.prom"
            try ScriptFile.write("x{serial=\"S4EV\"} 1\n", to: check, mode: 0o644)
            try ScriptFile.write(
                "kind = prometheus\npath = \(check)\n",
                to: "\(bench.folder.path)/plugins/f.conf",
                mode: 0o644
            )
            _ = await bench.host.look()
        } _: { bench, link in
            for name in ["x", "f"] {
                while link.source(of: "plugin_\(name)") == nil { await Task.yield() }
                let old = try #require(try await Self.provider(link, name).sensors().first?.id)
                let names = await link.renamed(
                    "plugin_\(name)",
                    from: Self.context(name, salt: 7),
                    to: Self.context(name, salt: 8)
                )
                let provider = try Self.provider(link, name, salt: 8)
                let new = try #require(try await provider.sensors().first?.id)
                #expect(new != old)
                #expect(SaltChange(names).renamed(old) == new, "\(old) \(new) \(names)")
                let outcome = await provider.read([new]).first?.outcome
                #expect(outcome == .value(.integer(name == "x" ? 5 : 1)), "\(name) \(String(describing: outcome))")
            }
            let stranger = await link.renamed(
                "plugin_x",
                from: Self.context("x", salt: 1),
                to: Self.context("x", salt: 8)
            )
            #expect(stranger.isEmpty, "who does not know the salt learns nothing")
        }
    }

    @Test(
        "a plugin whose words fill the connection's lines costs itself its sensors and readings, and no other plugin a beat"
    )
    func fillsLines() async throws {
        try await Self.run { bench in
            // Each of these lines is one that a plugin may say, and its copy with the host's additions is longer than a line.
            let filler = "$(head -c 250000 /dev/zero | tr '\\0' x)"
            let long =
                #"printf '{"answer":"list","sensors":[{"id":"a.long","name":"Long","needs":"%s"}]}\n' "\#(filler)""#
            _ = try await bench.shell("long", answers: ["list": long])
            let wide = """
                printf '{"answer":"list","sensors":['; comma=
                i=0; while [ $i -lt 200 ]; do
                printf '%s{"id":"a.s%s","name":"%s","attributes":[%s]}' "$comma" $i "$name" "$names"; comma=,; i=$((i + 1))
                done; printf ']}\\n'
                """
            let names = (0..<30).map { #""attribute_with_a_long_name_\#($0)""# }.joined(separator: ",")
            let reading = """
                printf '{"answer":"read","readings":[{"id":"a.s1","value":1,"attributes":{"undeclared":"%s"}}' "\(filler)"
                printf ',{"id":"a.s2","value":2,"attributes":{"attribute_with_a_long_name_3":"%s"}}' "$(head -c 9000 /dev/zero | tr '\\0' x)"
                printf ']}\\n'
                """
            _ = try await bench.shell(
                "wide",
                before: "name=Name; names='\(names)'",
                answers: ["list": wide, "read": reading]
            )
            _ = try await bench.shell(answers: [
                "list": PluginBench.list("one"), "read": PluginBench.read(["one": "1"]),
            ])
        } _: { bench, link in
            let good = try Self.provider(link, "x")
            let one = try PluginBench.id("one")
            #expect(try await good.sensors().map(\.id) == [one])
            #expect(await good.read([one]).map(\.outcome) == [.value(.integer(1))])
            let before = try #require(await link.reports().first { $0.name == "x" })

            #expect(try await Self.provider(link, "long").sensors().isEmpty)
            #expect(try await bench.report("long").complaints.contains { $0.contains("'needs' has more than 120") })
            let wide = try Self.provider(link, "wide")
            #expect(try await wide.sensors().count == 200)
            let second = try PluginBench.id("s2", of: "wide")
            let readings = await wide.read([try PluginBench.id("s1", of: "wide"), second])
            let byID = Dictionary(readings.map { ($0.sensor, $0) }, uniquingKeysWith: { $1 })
            if case .text(let text)? = byID[second]?.attributes["attribute_with_a_long_name_3"] {
                #expect(text.count == 255)
            }

            #expect(await good.read([one]).map(\.outcome) == [.value(.integer(1))])
            #expect(await link.state != .unreachable)
            let after = try #require(await link.reports().first { $0.name == "x" })
            #expect(after.failures == before.failures)
            #expect(!bench.log.lines.contains { $0.line.contains("can't be sent") || $0.line.contains("is gone") })
        }
    }

    @Test("a sensor that a plugin lists wrongly is malformed and not gone")
    func notGone() async throws {
        try await Self.run { bench in
            let sensors =
                #"[{"id":"a.one","name":"One"},{"id":"a.bad","name":"Bad","device_class":"none such"},{"id":"A.c","name":"C"}]"#
            _ = try await bench.shell(answers: [
                "list": PluginBench.say(#"{"answer":"list","sensors":\#(sensors)}"#),
                "read": PluginBench.read(["one": "1"]),
            ])
        } _: { bench, link in
            let provider = try Self.provider(link, "x")
            let ids = try ["one", "bad", "other"].map { try PluginBench.id($0) }
            let readings = await provider.read(Set(ids))
            let outcomes = Dictionary(readings.map { ($0.sensor, $0.outcome) }, uniquingKeysWith: { $1 })
            #expect(outcomes[ids[0]] == .value(.integer(1)))
            #expect(outcomes[ids[1]] == .unavailable(.malformed))
            #expect(outcomes[ids[2]] == nil, "nobody knows it")
            let complaints = try await bench.report().complaints
            #expect(complaints.contains { $0.contains("A.c") && $0.contains("lower case") }, "\(complaints)")
        }
    }

    @Test("a plugin that may not be run any more is not gone")
    func refused() async throws {
        try await Self.run { bench in
            _ = try await bench.shell(answers: [
                "list": PluginBench.list("one"), "read": PluginBench.read(["one": "1"]),
            ])
        } _: { bench, link in
            let provider = try Self.provider(link, "x")
            let id = try PluginBench.id("one")
            #expect(await provider.read([id]).map(\.outcome) == [.value(.integer(1))])
            chmod("\(bench.folder.path)/plugins/x", 0o777)
            while await link.reports().first?.state != .refused { await Task.yield() }
            #expect(await link.look().map(\.family) == ["plugin_x"])
            #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.plugin)])
            let result = await PluginBench.listed(provider)
            #expect(throws: (any Error).self) { try result.get() }
            unlink("\(bench.folder.path)/plugins/x")
            while await !link.look().isEmpty { await Task.yield() }
        }
    }

    @Test("many plugins with much to complain about are all reported")
    func manyReports() async throws {
        try await Self.run { bench in
            // Refused without being run, each with a long reason.
            for number in 0..<60 {
                let keys = String(repeating: "k", count: 200)
                try ScriptFile.write("kind = \(keys)", to: "\(bench.folder.path)/plugins/p\(number).conf")
            }
            _ = try await bench.shell(answers: ["list": PluginBench.list("one")])
        } _: { _, link in
            while await link.reports().count < 61 { await Task.yield() }
            #expect(await link.state != .unreachable)
        }
    }

    @Test("a check that takes as long as its drop-in allows is waited for, although most plugins are not")
    func slowCheck() async throws {
        try await Self.run { bench in
            let check = "\(bench.folder.path)/check"
            try ScriptFile.write(
                "#!/bin/sh\ntouch running\nuntil [ -e go ]; do sleep 0.05; done\necho 'OK | a=1'\n",
                to: check
            )
            try ScriptFile.write(
                "kind = nagios\ncommand = \(check)\ntimeout = 60\n",
                to: "\(bench.folder.path)/plugins/x.conf"
            )
            _ = await bench.host.look()
        } _: { bench, link in
            let provider = try Self.provider(link, "x")
            async let listed = PluginBench.listed(provider)
            while (try? bench.folder.text(of: "work/x/running")) == nil { await Task.yield() }
            for _ in 1...45 {
                bench.clock.advance(by: .seconds(1))
                await Task.yield()
            }
            try ScriptFile.write("", to: "\(bench.folder.path)/work/x/go")
            let sensors = try await listed.get()
            #expect(sensors.contains { $0.id.reading == "a" })
        }
    }

    @Test("what the owner allows a plugin goes to its host with each question")
    func grants() async throws {
        let host = try FakeHost()
        try await FakeHost.run([host]) { link, _, _ in
            host.say(FakeHost.health("x").replacing(#""asks":[]"#, with: #""asks":["network","read /a"]"#))
            let source = try #require(link.source(of: "plugin_x"))
            let provider = try Self.provider(link, "x")
            for granted in [["network"], []] {
                source.grant(granted)
                async let listed = provider.sensors()
                let question = try #require(await host.heard())
                #expect(question.contains(#""granted":["network"]"#) == !granted.isEmpty, "\(question)")
                let number = question.split(separator: #""number":"#).last?.prefix { $0.isNumber } ?? "0"
                host.say(
                    #"{"says":"list","number":\#(number),"plugin":"x","sensors":[{"id":"a.one","name":"One"}]}"#
                )
                #expect(try await listed.first?.asks == ["network", "read /a"])
            }
        }
    }
}
