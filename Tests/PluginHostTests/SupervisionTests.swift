import PluginHost
import SensorSDK
import Shared
import TestSupport
import Testing

/// What a plugin may do wrong, each with a real process.
@Suite(.timeLimit(.minutes(10))) struct SupervisionTests {
    private typealias Bench = PluginBench

    private func outcomes(_ provider: any SensorProvider, _ names: String...) async throws -> [String: Reading.Outcome]
    {
        let readings = await provider.read(Set(try names.map { try Bench.id($0) }))
        return Dictionary(readings.map { ($0.sensor.reading, $0.outcome) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("a plugin lists and is read: exactly what was asked, each with its own outcome")
    func listsAndReads() async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(
                answers: ["list": Bench.list("one", "two", "three"), "read": Bench.read(["one": "1", "two": "2.5"])]
            )
            #expect(
                try await provider.sensors().map(\.id.description) == [
                    "plugin_x.a.one", "plugin_x.a.two", "plugin_x.a.three",
                ]
            )
            let outcomes = try await outcomes(provider, "one", "three")
            #expect(outcomes == ["one": .value(.integer(1)), "three": .unavailable(.noData)])
        }
    }

    @Test("what stands in braces in an id becomes digits of a salted hash")
    func secretIDs() async throws {
        try await Bench.run { bench in
            let sensor = #"{"id":"disk_{S4EV}.size","name":"Size"}"#
            let provider = try await bench.shell(
                answers: [
                    "list": Bench.say(#"{"answer":"list","sensors":[\#(sensor)]}"#),
                    "read": #"printf '%s\n' '{"answer":"read","readings":[{"id":"disk_{S4EV}.size","value":4}]}'"#,
                ]
            )
            let id = try #require(try await provider.sensors().first?.id)
            #expect(id.thing.count == 17 && id.thing.hasPrefix("disk_"))
            #expect(!id.description.lowercased().contains("s4ev"))
            #expect(await provider.read([id]).map(\.outcome) == [.value(.integer(4))])
        }
    }

    @Test(
        "ids of earlier versions are made as the present ones, and are the plugin's own; what is wrong with them is told"
    )
    func formerIDs() async throws {
        try await Bench.run { bench in
            let sensors = """
                {"id":"disk_{S4EV}.size","name":"A","former_ids":["disk_s4ev.size"]},\
                {"id":"b.b","name":"B","former_ids":["{S4EV}.b"]},{"id":"c.c","name":"C","former_ids":["plugin_y.c.c"]},\
                {"id":"d.d","name":"D","former_ids":["e.e"]},{"id":"e.e","name":"E","former_ids":["f.f"]},\
                {"id":"g.g","name":"G","former_ids":["f.f"]}
                """
            let provider = try await bench.shell(
                answers: ["list": Bench.say(#"{"answer":"list","sensors":[\#(sensors)]}"#)]
            )
            let listed = try await provider.sensors()
            #expect(listed.map(\.name) == ["A", "B", "D", "E", "G"])
            #expect(listed.first?.formerIDs.map(\.description) == ["plugin_x.disk_s4ev.size"])
            let hashed = try #require(listed.first?.id.thing.dropFirst(5))
            #expect(listed.dropFirst().first?.formerIDs.map(\.description) == ["plugin_x.\(hashed).b"])
            let report = try #require(await bench.host.reports().first)
            let told = report.complaints.joined(separator: " ")
            #expect(told.contains("c.c"), "\(told)")
            #expect(told.contains("its former id e.e is still in the list"), "\(told)")
            #expect(told.contains("e.e and g.g both claim the former id f.f"), "\(told)")
        }
    }

    @Test("a plugin of which nothing is enabled is run only to list, once per change of its file, and not kept")
    func runsOnlyToList() async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(answers: ["list": Bench.list("one")])
            for _ in 1...3 { #expect(try await provider.sensors().count == 1) }
            #expect(bench.starts() == 1)
            #expect(try await bench.report().state == .idle)
            let again = try await bench.shell(answers: ["list": Bench.list("one", "two")])
            #expect(try await again.sensors().count == 2)
            #expect(bench.starts() == 2)
        }
    }

    @Test("what a plugin listed is remembered over restarts of the host until its file changes, or a reset asks anew")
    func remembersLists() async throws {
        try await Bench.run { bench in
            _ = try await bench.shell(answers: ["list": Bench.list("one"), "read": Bench.read(["one": "1"])])
            func restarted(_ test: (any SensorProvider, PluginHost) async throws -> Void) async throws {
                let host = bench.nextHost()
                try await test(try await bench.find("x", in: host), host)
                await host.stop()
            }
            for _ in 1...3 {
                try await restarted { provider, _ in
                    let sensors = try await provider.sensors()
                    #expect(sensors.map(\.id.reading) == ["one"])
                    #expect(bench.starts() == 1)
                }
            }
            try await restarted { provider, _ in
                _ = try await provider.sensors()
                let read = try await outcomes(provider, "one")
                #expect(read == ["one": .value(.integer(1))])
                #expect(bench.starts() > 1, "a reading comes from no memory")
            }
            let starts = bench.starts()
            try await restarted { provider, host in
                _ = try await provider.sensors()
                #expect(bench.starts() == starts)
                #expect(await host.reset("x"))
                _ = try await provider.sensors()
                #expect(bench.starts() == starts + 1)
            }
            _ = try await bench.shell(answers: ["list": Bench.list("one", "two")])
            try await restarted { provider, _ in
                let sensors = try await provider.sensors()
                #expect(sensors.count == 2)
                #expect(bench.starts() == starts + 2)
            }
        }
    }

    @Test("a plugin of which something is enabled is kept, and ended when nothing is any more")
    func kept() async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(answers: ["list": Bench.list("one"), "read": Bench.read(["one": "1"])])
            var changes: AsyncStream<ProviderChange>? = provider.changes()
            for _ in 1...3 { #expect(try await outcomes(provider, "one") == ["one": .value(.integer(1))]) }
            #expect(bench.starts() == 1)
            let process = try #require(try await bench.report().process)
            withExtendedLifetime(changes) {}
            changes = nil
            while try await bench.report().state == .running { await Task.yield() }
            try await ProcessTable.untilGone(process)
        }
    }

    @Test("a plugin that wants it so is started for each question")
    func once() async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(
                answers: [
                    "hello": Bench.say(#"{"answer":"hello","protocol":1,"mode":"once"}"#), "list": Bench.list("one"),
                    "read": Bench.read(["one": "1"]),
                ]
            )
            let changes = provider.changes()
            for _ in 1...2 { #expect(try await outcomes(provider, "one") == ["one": .value(.integer(1))]) }
            #expect(bench.starts() == 3)
            #expect(try await bench.report().process == nil)
            withExtendedLifetime(changes) {}
        }
    }

    @Test("D26: text before the JSON is refused with line and column, and the answer behind it counts")
    func garbageFirst() async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(before: "echo 'Ping ok'", answers: ["list": Bench.list("one")])
            #expect(try await provider.sensors().count == 1)
            #expect(bench.log.lines.contains { $0.line.contains("line 1, column 1") && $0.line.contains("Ping ok") })
        }
    }

    @Test("D26: a plugin that only talks is unavailable, and the reason shows what it said")
    func onlyGarbage() async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(before: "echo 'Ping ok'", answers: ["hello": "true"])
            async let listed = Bench.listed(provider)
            while !bench.log.lines.contains(where: { $0.line.contains("refused") }) { await Task.yield() }
            await bench.clock.sleepers(atLeast: 1)
            bench.clock.advance(by: .seconds(5))
            let result = await listed
            #expect(throws: (any Error).self) { try result.get() }
            let reason = try #require(try await bench.report().reason)
            #expect(reason.contains("'hello'") && reason.contains("line 1, column 1"))
        }
    }

    @Test("D23: a line of a megabyte is refused, and reading goes on")
    func longLine() async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(
                before: "head -c 1048576 /dev/zero | tr '\\0' x; echo",
                answers: ["list": Bench.list("one"), "read": Bench.read(["one": "1"])]
            )
            #expect(try await outcomes(provider, "one") == ["one": .value(.integer(1))])
            #expect(bench.log.lines.contains { $0.line.contains("longer than 262144 bytes") })
        }
    }

    @Test("D28: one bad value of three costs only itself")
    func oneBadValue() async throws {
        try await Bench.run { bench in
            let sensors = #"{"id":"a.one","name":"1"},{"id":"a.two","name":"2","unit":"%"},{"id":"a.three","name":"3"}"#
            let provider = try await bench.shell(
                answers: [
                    "list": Bench.say(#"{"answer":"list","sensors":[\#(sensors)]}"#),
                    "read": Bench.read(["one": "1", "two": "[]", "three": "3"]),
                ]
            )
            let outcomes = try await outcomes(provider, "one", "two", "three")
            #expect(
                outcomes == ["one": .value(.integer(1)), "two": .unavailable(.malformed), "three": .value(.integer(3))]
            )
        }
    }

    @Test(
        "a sensor with a wrong word, an id of another family, or one that is there already is refused with its reason"
    )
    func lies() async throws {
        try await Bench.run { bench in
            let sensors = [
                #"{"id":"battery.bat0.level","name":"L"}"#, #"{"id":"a.t","name":"T","device_class":"tempreature"}"#,
                #"{"id":"a.one","name":"1"}"#, #"{"id":"a.one","name":"again"}"#,
                #"{"id":"a.u","name":"U","device_class":"temperature","unit":"W"}"#,
                #"{"id":"a.at","name":"A","attributes":["icon"]}"#,
            ]
            let provider = try await bench.shell(
                answers: [
                    "list": Bench.say(#"{"answer":"list","sensors":[\#(sensors.joined(separator: ","))]}"#),
                    "read": Bench.say(
                        #"{"answer":"read","readings":[{"id":"battery.bat0.level","value":1},{"id":"a.one","value":2}]}"#
                    ),
                ]
            )
            #expect(try await provider.sensors().map(\.id.reading) == ["one"])
            let complaints = try await bench.report().complaints
            #expect(complaints.count == 5)
            #expect(complaints.contains { $0.contains("tempreature") })
            let level = try SensorID("battery.bat0.level")
            let readings = await provider.read([level, try Bench.id("one")])
            #expect(readings.first { $0.sensor == level }?.outcome != .value(.integer(1)))
            #expect(readings.first { $0.sensor.reading == "one" }?.outcome == .value(.integer(2)))
        }
    }

    @Test("why a reading is refused is said in the log once, and among the plugin's complaints, without the value")
    func misfits() async throws {
        try await Bench.run { bench in
            let sensors =
                #"[{"id":"a.one","name":"1","device_class":"temperature","unit":"°C"},{"id":"a.two","name":"2"}]"#
            let provider = try await bench.shell(
                answers: [
                    "list": Bench.say(#"{"answer":"list","sensors":\#(sensors)}"#),
                    "read": Bench.say(#"{"answer":"read","readings":[{"id":"a.one","value":"warm"},{"value":2}]}"#),
                ]
            )
            _ = try await provider.sensors()
            for _ in 1...2 { _ = await provider.read([try Bench.id("one"), try Bench.id("two")]) }
            let complaints = try await bench.report().complaints
            #expect(complaints.contains { $0.contains("a.one: its value does not fit, it takes a number") })
            #expect(complaints.contains { $0.contains("item 2") } && complaints.count == 2, "\(complaints)")
            let told = bench.log.lines.filter { $0.line.contains("reading was refused") }
            #expect(told.count == 2 && !told.contains { $0.line.contains("warm") }, "\(told)")
        }
    }

    @Test("a plugin that does not answer holds up neither a look for plugins nor the list of another one")
    func holdsUpNobody() async throws {
        try await Bench.run { bench in
            let hanging = try await bench.shell(answers: ["list": "echo hangs >> starts; sleep 1000"])
            async let nothing = Bench.listed(hanging)
            while bench.starts() < 2 { await Task.yield() }
            let other = try await bench.shell("y", answers: ["list": Bench.list("one")])
            #expect(try await other.sensors().count == 1)
            #expect(try await bench.report("y").sensors == 1)
            await bench.host.stop()
            _ = await nothing
        }
    }

    @Test("a read that hangs is a timeout, and nothing of the process and its children is left")
    func hangs() async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(
                before: "sleep 1000 & ",
                answers: ["list": Bench.list("one"), "read": "echo hangs >> starts; sleep 1000"]
            )
            _ = try await provider.sensors()
            async let outcomes = outcomes(provider, "one")
            while bench.starts() < 3 { await Task.yield() }
            let group = try #require(try await bench.report().process)
            #expect(try ProcessTable.group(group).count >= 2)
            await bench.clock.sleepers(atLeast: 1)
            bench.clock.advance(by: .seconds(10))
            #expect(try await outcomes == ["one": .unavailable(.timeout)])
            try await ProcessTable.untilGone(group)
            #expect(try await bench.report().state == .waiting)
            #expect(
                try await self.outcomes(provider, "one") == ["one": .unavailable(.timeout)],
                "not asked during the wait"
            )
            #expect(bench.starts() == 3)
        }
    }

    @Test("what ignores SIGTERM is killed after two seconds")
    func ignoresTerm() async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(
                answers: ["list": Bench.list("one"), "read": "echo hangs >> starts; sleep 1000; sleep 1000"],
                trap: "trap '' TERM"
            )
            _ = try await provider.sensors()
            async let outcomes = outcomes(provider, "one")
            while bench.starts() < 3 { await Task.yield() }
            let group = try #require(try await bench.report().process)
            await bench.clock.sleepers(atLeast: 1)
            bench.clock.advance(by: .seconds(10))
            await bench.clock.sleepers(atLeast: 1)
            #expect(try !ProcessTable.group(group).isEmpty)
            bench.clock.advance(by: .seconds(2))
            #expect(try await outcomes == ["one": .unavailable(.timeout)])
            try await ProcessTable.untilGone(group)
        }
    }

    @Test("D27: what crashes again and again is quarantined with the reason, stays listed, and a reset lets it start")
    func crashes() async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(
                answers: ["list": Bench.list("one"), "read": "echo 'out of cheese' >&2; kill -SEGV $$"]
            )
            for attempt in 1...5 {
                #expect(try await outcomes(provider, "one") == ["one": .unavailable(.plugin)])
                bench.clock.advance(by: .seconds(1 << attempt))
            }
            let report = try await bench.report()
            #expect(report.state == .quarantined)
            #expect(report.reason == "was ended by signal 11; its last words: out of cheese")
            #expect(report.sensors == 1)
            bench.clock.advance(by: .seconds(86400))
            let starts = bench.starts()
            #expect(try await outcomes(provider, "one") == ["one": .unavailable(.plugin)])
            #expect(bench.starts() == starts)
            #expect(await bench.host.reset("x"))
            #expect(try await bench.report().state == .idle)
            _ = try await outcomes(provider, "one")
            #expect(bench.starts() > starts)
            #expect(await !bench.host.reset("nobody"))
        }
    }

    @Test("D29: a plugin that ends without a word is unavailable, never good")
    func silentSuccess() async throws {
        try await Bench.run { bench in
            let provider = try await bench.plugin("x", "#!/bin/sh\nexit 0\n")
            await #expect(throws: (any Error).self) { try await provider.sensors() }
            #expect(try await bench.report().reason == "ended with exit code 0")
        }
    }

    @Test(
        "a flood ends the plugin and nothing else",
        arguments: ["yes", "yes '{\"push\":\"read_again\"}'", "yes >&2", "tr '\\0' x </dev/zero"]
    )
    func floods(_ command: String) async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(answers: ["list": command])
            let neighbour = try await bench.shell("y", answers: ["list": Bench.list("one")])
            await #expect(throws: (any Error).self) { try await provider.sensors() }
            let report = try await bench.report()
            #expect(report.reason == "says much more than it was asked")
            #expect(try await neighbour.sensors().count == 1)
        }
    }

    @Test("a plugin that closes its output, or answers another question, is late and no more")
    func wrongAnswers() async throws {
        for command in ["exec >&-", Bench.read([:])] {
            try await Bench.run { bench in
                let provider = try await bench.shell(answers: ["list": "\(command); echo said >> starts"])
                async let listed = Bench.listed(provider)
                while bench.starts() < 2 { await Task.yield() }
                await bench.clock.sleepers(atLeast: 1)
                bench.clock.advance(by: .seconds(10))
                let result = await listed
                #expect(throws: (any Error).self) { try result.get() }
                #expect(try await bench.report().reason?.contains("did not answer 'list' in time") == true)
            }
        }
    }

    @Test("a script that is no program, and one whose interpreter is missing, say so")
    func cannotStart() async throws {
        try await Bench.run { bench in
            let provider = try await bench.plugin("x", "#!/nowhere/python\n")
            await #expect(throws: (any Error).self) { try await provider.sensors() }
            let reason = try #require(try await bench.report().reason)
            #expect(reason.contains("can't execute") && reason.contains("No such file"))
        }
    }

    @Test("what a plugin pushes is taken instead of asking it, and only for sensors that are read")
    func pushes() async throws {
        try await Bench.run { bench in
            let push = #"{"push":"readings","readings":[{"id":"a.one","value":8},{"id":"a.two","value":9}]}"#
            let event = #"{"push":"event","event":{"sensor":"a.one","action":"added","name":"stick"}}"#
            let provider = try await bench.shell(
                answers: [
                    "list": Bench.list("one", "two"),
                    "read": [Bench.read(["one": "1"]), Bench.say(push), Bench.say(event)].joined(separator: "; "),
                ]
            )
            var changes = provider.changes().makeAsyncIterator()
            #expect(try await outcomes(provider, "one") == ["one": .value(.integer(1))])
            #expect(await changes.next() == .readAgain([try Bench.id("one")]))
            guard case .happened(let happening) = await changes.next() else {
                Issue.record("no event")
                return
            }
            #expect(happening.name == "stick" && happening.id.count == 32)
            #expect(try await outcomes(provider, "one") == ["one": .value(.integer(8))])
            #expect(try await outcomes(provider, "one") == ["one": .value(.integer(1))])
        }
    }

    @Test("an error answer is told and ends nothing")
    func errorAnswer() async throws {
        try await Bench.run { bench in
            let provider = try await bench.shell(answers: ["list": Bench.say(#"{"answer":"error","text":"no bus"}"#)])
            for _ in 1...7 { await #expect(throws: (any Error).self) { try await provider.sensors() } }
            #expect(try await bench.report().state == .idle)
            #expect(bench.log.lines.contains { $0.line.contains("no bus") })
            #expect(try await bench.report().reason?.contains("no bus") == true)
        }
    }

    @Test("why a plugin answers a reading with an error is in its report until it answers well")
    func errorOfReading() async throws {
        try await Bench.run { bench in
            let error = Bench.say(#"{"answer":"error","text":"no bus"}"#)
            let read = Bench.read(["one": "1"])
            let provider = try await bench.shell(
                answers: [
                    "list": Bench.list("one"), "read": "if [ -e again ]; then \(read); else : > again; \(error); fi",
                ]
            )
            #expect(try await outcomes(provider, "one") == ["one": .unavailable(.plugin)])
            #expect(try await bench.report().reason == "answered 'read' with an error: no bus")
            #expect(try await outcomes(provider, "one") == ["one": .value(.integer(1))])
            #expect(try await bench.report().reason == nil)
        }
    }

    @Test("a plugin sees a small environment, its own folder, limits, and no descriptor of ours")
    func surroundings() async throws {
        try await Bench.run { bench in
            let look = #"(env | cut -d= -f1 | sort; pwd; ulimit -n; ulimit -c; ls /proc/self/fd) > seen"#
            let provider = try await bench.shell(before: look, answers: ["list": Bench.list("one")])
            _ = try await provider.sensors()
            let seen = try bench.folder.text(of: "work/x/seen").split(separator: "\n").map(String.init)
            let known = ["HOME", "LC_ALL", "PATH", "SENSOR_AGENT_PLUGIN", "TMPDIR"]
            #expect(Set(known).isSubset(of: Set(seen)))
            #expect(seen.contains(bench.folder.path + "/work/x") && seen.contains("256") && seen.contains("0"))
            let variables = seen.filter { $0.allSatisfy { $0.isUppercase || $0 == "_" } }
            #expect(Set(variables).isSubset(of: Set(known + ["PWD", "OLDPWD", "_", "SHLVL"])))
            let descriptors = seen.compactMap(Int.init).filter { $0 > 3 && $0 != 256 }
            #expect(descriptors.count <= 2, "\(descriptors)")
        }
    }

    @Test("when the host stops nothing of any plugin is left, children that plugins left behind included")
    func noOrphans() async throws {
        try await Bench.run { bench in
            var groups: [Int32] = []
            var streams: [AsyncStream<ProviderChange>] = []
            for name in ["x", "y", "z"] {
                let provider = try await bench.shell(
                    name,
                    before: "(sleep 1000 & sleep 1000) &",
                    answers: ["list": Bench.list("one"), "read": Bench.read(["one": "1"])]
                )
                streams.append(provider.changes())
                _ = await provider.read([try Bench.id("one", of: name)])
                groups.append(try #require(try await bench.report(name).process))
            }
            for group in groups { #expect(try ProcessTable.group(group).count >= 3) }
            await bench.host.stop()
            for group in groups { try await ProcessTable.untilGone(group) }
            withExtendedLifetime(streams) {}
        }
    }
}
