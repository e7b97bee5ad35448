import FoundationEssentials
import Glibc
import INI
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import PluginHost

/// Plugins of other programs, run unmodified through a drop-in.
@Suite(.timeLimit(.minutes(10))) struct ForeignPluginTests {
    private func write(_ text: String, _ name: String, _ bench: PluginBench) throws -> String {
        let path = "\(bench.folder.path)/\(name)"
        try ScriptFile.write(text, to: path)
        return path
    }

    private func dropIn(_ text: String, _ bench: PluginBench) async throws -> any SensorProvider {
        _ = try write(text, "plugins/x.conf", bench)
        return try await bench.find("x")
    }

    private func values(_ provider: any SensorProvider) async throws -> [String: Reading.Outcome] {
        let ids = Set(try await provider.sensors().map(\.id))
        let readings = await provider.read(ids)
        return Dictionary(
            readings.map { ("\($0.sensor.thing).\($0.sensor.reading)", $0.outcome) },
            uniquingKeysWith: { $1 }
        )
    }

    @Test("a Nagios check: its exit code, its values, and the environment that it needs")
    func nagios() async throws {
        try await PluginBench.run { bench in
            let check = try write(
                "#!/bin/sh\necho \"LOAD $1 $LC_ALL | load1=1.5;2 'a b'=7%\"\ncat\nexit 1\n",
                "check",
                bench
            )
            let provider = try await dropIn("kind = nagios\ncommand = \(check) 'two words'\n", bench)
            let values = try await values(provider)
            #expect(values["check.status"] == .value(.text("warning")))
            #expect(values["check.problem"] == .value(.flag(true)))
            #expect(values["perf.load1"] == .value(.number(1.5)))
            let readings = await provider.read([try SensorID("plugin_x.check.status")])
            #expect(readings.first?.attributes["text"] == .text("LOAD two words C"))
        }
    }

    @Test("D29: a check that prints nothing did not run, whatever its exit code", arguments: [0, 1, 2, 126])
    func silentCheck(_ status: Int) async throws {
        try await PluginBench.run { bench in
            let check = try write("#!/bin/sh\necho 'no module' >&2\nexit \(status)\n", "check", bench)
            let provider = try await dropIn("kind=nagios\ncommand=\(check)", bench)
            let values = try await values(provider)
            #expect(values == ["check.status": .value(.text("unknown")), "check.problem": .unavailable(.fault)])
            #expect(try await bench.report().reason?.contains("no module") == true)
        }
    }

    @Test("D22: a program that hangs is asked to end at its deadline, and said nothing whatever it printed")
    func hangs() async throws {
        try await PluginBench.run { bench in
            let check = try write(
                """
                #!/bin/sh
                [ -e hang ] || { echo 'OK | a=1'; exit 0; }
                trap 'echo > asked; echo "OK | a=2"; exit 0' TERM
                echo $$ > group
                sleep 1000 & wait
                """,
                "check",
                bench
            )
            let read = try await hanging(check, bench)
            // It ends by itself, without the clock moving on.
            #expect(try await read.value == Self.late)
            #expect(access(bench.folder.path + "/work/x/asked", F_OK) == 0)
        }
    }

    @Test("D22: a program that does not end when it is asked is killed with its children")
    func ignoresTerm() async throws {
        try await PluginBench.run { bench in
            let check = try write(
                "#!/bin/sh\necho 'OK | a=1'\n[ -e hang ] || exit 0\ntrap '' TERM\necho $$ > group\nsleep 1000 & sleep 1000\n",
                "check",
                bench
            )
            let read = try await hanging(check, bench)
            await bench.clock.sleeper(within: .seconds(2))
            bench.clock.advance(by: .seconds(2))
            #expect(try await read.value == Self.late)
            let process = try #require(group(bench))
            try await ProcessTable.untilGone(process)
        }
    }

    private static let late: [String: Reading.Outcome] = [
        "check.status": .unavailable(.timeout), "check.problem": .unavailable(.timeout),
        "perf.a": .unavailable(.timeout),
    ]

    /// A reading of a check that hangs once there is a file of that name, from its deadline on.
    private func hanging(_ check: String, _ bench: PluginBench) async throws -> Task<
        [String: Reading.Outcome], any Error
    > {
        let provider = try await dropIn("kind = nagios\ncommand = \(check)\ntimeout = 5s", bench)
        _ = try await provider.sensors()
        _ = try write("", "work/x/hang", bench)
        let read = Task { try await values(provider) }
        while group(bench) == nil { await Task.yield() }
        await bench.clock.sleeper(within: .seconds(5))
        bench.clock.advance(by: .seconds(5))
        return read
    }

    /// Absent until the program has come so far.
    private func group(_ bench: PluginBench) -> Int32? {
        (try? bench.folder.text(of: "work/x/group")).flatMap { Int32($0.filter(\.isNumber)) }
    }

    @Test("munin: a counter is a rate from the second reading on, and its folder is there")
    func munin() async throws {
        try await PluginBench.run { bench in
            let plugin = try write(
                """
                #!/bin/sh
                case $1 in
                autoconf) echo yes;;
                config) printf 'graph_title T\\nreq.label requests\\nreq.type DERIVE\\nreq.min 0\\n';;
                *) n=$(cat "$MUNIN_PLUGSTATE/n" 2>/dev/null || echo 100); echo "req.value $n"; echo $((n + 50)) > "$MUNIN_PLUGSTATE/n";;
                esac
                """,
                "munin",
                bench
            )
            let provider = try await dropIn("kind = munin\ncommand = \(plugin)", bench)
            let id = try SensorID("plugin_x.x.req")
            #expect(try await provider.sensors().map(\.id) == [id])
            bench.clock.advance(by: .seconds(10))
            #expect(await provider.read([id]).map(\.outcome) == [.value(.number(5))])
        }
    }

    @Test("line protocol: a bad record is told with line and column, the others are read")
    func influx() async throws {
        try await PluginBench.run { bench in
            let program = try write("#!/bin/sh\nprintf 'm v=1i\\nm w=1.2.3\\nm u=true\\n'\n", "influx", bench)
            let provider = try await dropIn("kind = influx\ncommand = \(program)", bench)
            #expect(
                try await values(provider) == [
                    "m.v": .value(.integer(1)), "m.u": .value(.flag(true)), "m.w": .unavailable(.malformed),
                ]
            )
            #expect(try await bench.report().complaints == ["line 2, column 5: no record can go on so"])
        }
    }

    @Test("a text file: read, too old, gone, and no file at all")
    func prometheus() async throws {
        try await PluginBench.run { bench in
            let file = try write("# TYPE a gauge\na 1\nb 2", "a.prom", bench)
            // The bench's clock stands at 2026-01-01.
            func setTime(_ seconds: Int) {
                let time = timespec(tv_sec: 1_767_225_600 + seconds, tv_nsec: 0)
                var times = [time, time]
                utimensat(AT_FDCWD, file, &times, 0)
            }
            setTime(-10)
            let provider = try await dropIn("kind = prometheus\npath = \(file)", bench)
            let id = try SensorID("plugin_x.a.value")
            #expect(try await values(provider) == ["a.value": .value(.integer(1))])
            #expect(try await bench.report().complaints == ["line 3, column 4: the line has no end"])
            setTime(-4000)
            #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.noData)])
            unlink(file)
            #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.notPresent)])
            mkfifo(file, 0o600)
            #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.noData)])
        }
    }

    @Test("a text file that is a link is read where it leads to a file beside it, and nowhere else")
    func linkedFile() async throws {
        try await PluginBench.run { bench in
            let folder = bench.folder.path
            for name in ["texts", "others"] { mkdir("\(folder)/\(name)", 0o755) }
            let file = "\(folder)/texts/a.prom"
            symlink("texts", "\(folder)/linked")
            try ScriptFile.write("a 1\n", to: "\(folder)/texts/real")
            try ScriptFile.write("a 2\n", to: "\(folder)/others/a.prom")
            symlink("real", file)
            // The folder may be a link: whoever wrote the drop-in named it.
            let provider = try await dropIn(
                "kind = prometheus\npath = \(folder)/linked/a.prom\nmax_age = 31536000",
                bench
            )
            #expect(try await values(provider) == ["a.value": .value(.integer(1))])
            unlink(file)
            symlink("../others/a.prom", file)
            #expect(try await values(provider) == ["a.value": .unavailable(.noData)])
            #expect(try await bench.report().reason?.contains("is a link out of its folder") == true)
            unlink(file)
            symlink("nowhere", file)
            #expect(try await values(provider) == ["a.value": .unavailable(.notPresent)])
        }
    }

    @Test(
        "a drop-in that is wrong is refused with its line",
        arguments: [
            ("kind = nagios", "needs 'command'"), ("kind = cacti", "line 1: 'kind': 'cacti' is not known"),
            ("x", "line 1 is neither"), ("[a]\nkind = nagios", "line 2: there are no sections"),
            ("kind = nagios\nkind = munin", "line 2: 'kind' stands in line 1, too"),
            ("kind = nagios\ncommand = check_load", "whole path"), ("\nkind=influx\nfoo=1", "line 3: the key 'foo'"),
            ("kind=nagios\ncommand=/bin/sh 'x", "line 2: 'command': a quote"),
            ("kind=munin\ncommand=/nowhere", "/nowhere can't be opened"),
            ("kind=prometheus\ncommand=/bin/true", "needs 'path'"),
            ("kind=nagios\ncommand=/bin/true\ninterval=1", "line 3: 'interval': '1' is no number of seconds"),
            ("kind=munin\ncommand=/bin/true\nuser=root", "line 3: 'user': all foreign plugins run as"),
            ("kind=nagios\ncommand=/bin/true\nsignal=STDIN", "'signal' is only for kind execd"),
            ("kind=nagios\ncommand=/bin/true\nread=/a ../b", "line 3: 'read': 'read': '../b' is no whole path"),
            ("kind=prometheus\npath=/a\nnetwork=no", "'network' is only for kind nagios and"),
            ("kind=munin\ncommand=/bin/true\nsuffix=../x", "line 3: 'suffix': '../x' is no suffix"),
        ]
    )
    func refused(_ text: String, _ reason: String) async throws {
        try await PluginBench.run { bench in
            _ = try write(text, "plugins/x.conf", bench)
            _ = await bench.host.look()
            let report = try await bench.report()
            #expect(report.state == .refused)
            #expect(report.reason?.contains(reason) == true, "\(report.reason ?? "")")
        }
    }

    @Test("munin: values that come with the description are taken, and the plugin is not called again for them")
    func dirtyConfig() async throws {
        try await PluginBench.run { bench in
            let plugin = try write(
                """
                #!/bin/sh
                case $1 in
                autoconf) echo yes;;
                config) printf 'graph_title T\\na.label A\\n'; [ "$MUNIN_CAP_DIRTYCONFIG" = 1 ] && echo a.value 7;;
                *) echo called > fetched;;
                esac
                """,
                "munin",
                bench
            )
            let provider = try await dropIn("kind = munin\ncommand = \(plugin)", bench)
            for _ in 1...2 { #expect(try await values(provider) == ["x.a": .value(.integer(7))]) }
            #expect(access(bench.folder.path + "/work/x/fetched", F_OK) != 0)
        }
    }

    @Test("munin: a plugin for several things is run under each name that it suggests, or under the one that is wanted")
    func suggested() async throws {
        try await PluginBench.run { bench in
            let plugin = try write(
                """
                #!/bin/sh
                case $1 in
                autoconf) echo yes;;
                suggest) printf 'eth0\\nwl-1\\n../x\\n';;
                config) echo "graph_title ${0##*/if_} traffic"; echo down.label received;;
                *) case $0 in */if_eth0) echo down.value 1;; */if_wl-1) echo down.value 2;; esac;;
                esac
                """,
                "if_",
                bench
            )
            let provider = try await dropIn("kind = munin\ncommand = \(plugin)", bench)
            let values = try await values(provider)
            #expect(values["eth0.down"] == .value(.integer(1)))
            #expect(Set(values.values) == [.value(.integer(1)), .value(.integer(2))])
            #expect(try await provider.sensors().contains { $0.name == "x eth0 traffic: received" })
            #expect(try await bench.report().complaints.contains { $0.contains("'../x'") })
            let one = try await dropIn("kind = munin\ncommand = \(plugin)\nsuffix = wl-1", bench)
            #expect(try await self.values(one).values.map { $0 } == [.value(.integer(2))])
        }
    }

    @Test("nagios: what KB means is shown as it stands, or as whoever knows it says")
    func binaryUnits() async throws {
        try await PluginBench.run { bench in
            let check = try write("#!/bin/sh\necho 'OK | a=1KB b=2MB c=3B'\n", "check", bench)
            let asPrinted = try await dropIn("kind = nagios\ncommand = \(check)", bench)
            #expect(Set(try await asPrinted.sensors().compactMap(\.unit?.rawValue)) == ["kB", "MB", "B"])
            let known = try await dropIn("kind = nagios\ncommand = \(check)\nbytes = 1024", bench)
            #expect(Set(try await known.sensors().compactMap(\.unit?.rawValue)) == ["KiB", "MiB", "B"])
        }
    }

    @Test("of a program that prints more than is taken, what fits is used, its exit code counts, and it is said")
    func longOutput() async throws {
        try await PluginBench.run { bench in
            let check = try write(
                "#!/bin/sh\necho 'WARN | a=1'\nhead -c 3000000 /dev/zero | tr '\\0' x\necho\nexit 1\n",
                "check",
                bench
            )
            let provider = try await dropIn("kind = nagios\ncommand = \(check)", bench)
            let values = try await values(provider)
            #expect(values["check.status"] == .value(.text("warning")))
            #expect(values["perf.a"] == .value(.integer(1)))
            #expect(try await bench.report().complaints.contains { $0.contains("more than 1048576 bytes") })
        }
    }

    @Test("what there is is found out again when the program has changed")
    func changedProgram() async throws {
        try await PluginBench.run { bench in
            let check = try write("#!/bin/sh\necho 'OK | a=1'\n", "check", bench)
            let first = try await dropIn("kind = nagios\ncommand = \(check)", bench)
            #expect(try await first.sensors().contains { $0.id.reading == "a" })
            // A new file, as a package puts it there.
            unlink(check)
            _ = try write("#!/bin/sh\necho 'OK | longer=1'\n", "check", bench)
            let second = try await bench.find("x")
            #expect(try await second.sensors().map(\.id.reading).sorted() == ["longer", "problem", "status"])
        }
    }

    @Test("what identifies hardware is not in an id, whichever format it comes in")
    func secretLabels() async throws {
        try await PluginBench.run { bench in
            let program = try write("#!/bin/sh\necho 'disk,serial_no=S4EVNX,bay=2 temp_c=30'\n", "influx", bench)
            let provider = try await dropIn("kind = influx\ncommand = \(program)", bench)
            let id = try #require(try await provider.sensors().first).id
            #expect(id.thing.hasPrefix("disk_2_") && !id.thing.contains("s4evnx"), "\(id)")
        }
    }

    @Test("each key of a drop-in is in the author's guide")
    func documented() throws {
        let top = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let guide = try String(contentsOfFile: "\(top)/Plugins/README.md", encoding: .utf8)
        for key in DropIn.keys {
            let name = key.name.replacing("*", with: "NAME")
            #expect(guide.contains("`\(name)`"), "\(name)")
        }
        for kind in DropIn.kinds { #expect(guide.contains("* **\(kind)**: ")) }
    }

    @Test("no output of a plugin breaks its reader", arguments: 0..<400)
    func fuzz(_ seed: UInt64) async throws {
        var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let fixtures = PluginFixture.all
        let fixture = fixtures[random(fixtures.count)]
        var bytes = try fixture.bytes(fixture.calls[random(fixture.calls.count)].stdout)
        let odd = Array("|='\";,.:{}\\\n\r\t #-+eUiu0/".utf8) + [0, 0xFF, 0xC3]
        for _ in 0..<(1 + random(8)) where !bytes.isEmpty {
            let place = random(bytes.count)
            switch random(3) {
            case 0: bytes[place] = odd[random(odd.count)]
            case 1: bytes.remove(at: place)
            default: bytes.insert(contentsOf: [odd[random(odd.count)], odd[random(odd.count)]], at: place)
            }
        }
        let output = bytes
        try await inWorld({ _ in }) {
            for kind in DropIn.kinds {
                var session = ForeignSession(try #require(DropIn.adapter(kind, name: "x")))
                for _ in 1...2 {
                    _ = await session.turn(isListing: true, context: .test()) { call in
                        ForeignOutput(end: call == .file ? nil : .exited(0), output: output)
                    }
                }
                for item in session.items {
                    let sensor = try item.sensor(family: "plugin_x", device: "X", interval: .seconds(60))
                    if case .value(let value) = item.outcome { #expect(sensor.takes(value), "\(item)") }
                }
            }
        }
    }
}
