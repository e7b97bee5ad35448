import FoundationEssentials
import Glibc
import Live
import PluginHost
import Sealing
import Shared
import TestSupport
import Testing

/// The conformance kit, on plugins that keep the protocol and on ones that do not. It keeps real time.
@Suite(.timeLimit(.minutes(10))) struct PluginKitTests {
    private static let top = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
        separator: "/"
    )

    /// Checks that were missed, with the reasons.
    private func misses(_ path: String, reads: Int = 500, times: PluginTimes = PluginTimes()) async throws -> [String] {
        let folder = try TemporaryFolder()
        return try await inWorld({ world in
            world.clock = ContinuousClock()
            world.processes = LiveChildProcesses(trampoline: AgentProgram.path)
        }) {
            let kit = try PluginKit(path: path, folder: folder.path, sha256: Digest.sha256, times: times, reads: reads)
            let results = await kit.run()
            #expect(results.count >= 20)
            return results.compactMap { result in result.miss.map { "\(result.check): \($0)" } }
        }
    }

    /// Long for a busy machine; nothing waits for it when all is well.
    private static var patient: PluginTimes {
        var times = PluginTimes()
        times.hello = .seconds(60)
        times.list = .seconds(60)
        times.read = .seconds(60)
        times.other = .seconds(60)
        times.grace = .seconds(60)
        return times
    }

    @Test("the examples keep the protocol", arguments: ["load.sh", "updates.py", "connections.pl"])
    func examples(_ name: String) async throws {
        #expect(try await misses("\(Self.top)/Plugins/Examples/\(name)", times: Self.patient) == [])
    }

    @Test("the example in Swift builds as a package of its own, and keeps the protocol")
    func swiftExample() async throws {
        let build = "\(Self.top)/.build/examples"
        let built = try await ChildProgram.run([
            "swift", "build", "--package-path", "\(Self.top)/Plugins/Examples/FailedUnits", "--scratch-path", build,
        ])
        try #require(built.status == 0, "\(built.standardOutput)\(built.standardError)")
        #expect(try await misses("\(build)/debug/failed_units", times: Self.patient) == [])
    }

    @Test(
        "a new plugin keeps the protocol as it is, in Swift built on what the package ships",
        arguments: ["shell", "python", "swift"]
    )
    func templates(_ language: String) async throws {
        let folder = try TemporaryFolder()
        let sdk = "\(Self.top)/.build/sdk"
        if language == "swift" {
            let staged = try await ChildProgram.run(["\(Self.top)/packaging/stage-sdk", sdk])
            try #require(staged.status == 0, "\(staged.standardError)")
        }
        // No module could be called so.
        let name = language == "swift" ? "3d" : "mine"
        let made = try await ChildProgram.run([
            "sh", "-c", #"cd "$1" && "$2" plugins new "$5" --language "$3" --sdk "$4""#, "sh", folder.path,
            AgentProgram.path, language, sdk, name,
        ])
        try #require(made.status == 0, "\(made.standardError)")
        var path = "\(folder.path)/mine." + (language == "shell" ? "sh" : "py")
        if language == "swift" {
            let built = try await ChildProgram.run([
                "swift", "build", "--build-tests", "--package-path", "\(folder.path)/\(name)", "--scratch-path",
                "\(Self.top)/.build/template",
            ])
            try #require(built.status == 0, "\(built.standardOutput)\(built.standardError)")
            path = "\(Self.top)/.build/template/debug/\(name)"
        }
        #expect(try await misses(path, times: Self.patient) == [])
    }

    @Test("a new plugin in Swift depends on the clone when the package is not installed")
    func cloneAsSDK() async throws {
        let folder = try TemporaryFolder()
        let made = try await ChildProgram.run([
            "sh", "-c", #"cd "$1" && "$2" plugins new mine --language swift"#, "sh", folder.path, AgentProgram.path,
        ])
        try #require(made.status == 0, "\(made.standardError)")
        let isInstalled = access("/usr/share/sensor-agent/sdk/Package.swift", R_OK) == 0
        let sdk = isInstalled ? "/usr/share/sensor-agent/sdk" : Self.top
        #expect(try folder.text(of: "mine/Package.swift").contains(#"name: "sensor-agent", path: "\#(sdk)""#))
    }

    @Test("a plugin that breaks one rule misses that check, with the reason", arguments: Breach.all)
    func broken(_ breach: Breach) async throws {
        let good = try String(contentsOfFile: "\(Self.top)/Plugins/Examples/load.sh", encoding: .utf8)
        let folder = try TemporaryFolder()
        let text = good.replacing(breach.from, with: breach.to)
        #expect(text != good)
        try ScriptFile.write(text, to: folder.path + "/x.sh")
        let found = try await misses(folder.path + "/x.sh", reads: 20, times: Self.patient)
        for miss in breach.misses { #expect(found.contains { $0.contains(miss) }, "\(miss): \(found)") }
    }

    @Test("a plugin that drops what is not read at once misses the check of the slow reader")
    func dropping() async throws {
        let folder = try TemporaryFolder()
        let text = """
            #!/usr/bin/python3
            import json, os, sys
            os.set_blocking(1, False)
            for line in sys.stdin:
                word = json.loads(line)["request"]
                more = {"protocol": 1} if word == "hello" else {"sensors": [], "readings": []}
                try:
                    os.write(1, (json.dumps({"answer": word, **more}) + "\\n").encode())
                except BlockingIOError:
                    pass

            """
        try ScriptFile.write(text, to: folder.path + "/x.py")
        let misses = try await misses(folder.path + "/x.py", reads: 20)
        #expect(misses.contains { $0.contains("read slowly") && $0.contains("of 4000 answers came") }, "\(misses)")
    }

    @Test(
        "a plugin that stumbles over a line only at its next turn, or pushes what would be lost, misses that check",
        arguments: [
            (#"self"#, "requests that are not made rightly"),
            (#"push({"id": "no.such", "value": 1})"#, "'no.such' is not in its list"),
            (#"push({"id": "a.b", "value": "high"})"#, "the value high does not fit, it takes a number"),
            (#"say({"push": "event", "event": {"sensor": "a.c", "action": "added", "name": "x"}})"#, "'a.c' is not in"),
        ]
    )
    func lateFaults(_ fault: String, _ miss: String) async throws {
        let folder = try TemporaryFolder()
        let isLine = fault.hasPrefix("self")
        let text = """
            #!/usr/bin/python3
            import json, os, select, signal, sys
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
            watched = []
            unread = b""
            def say(answer): print(json.dumps(answer), flush=True)
            def push(reading): say({"push": "readings", "readings": [reading]})
            def take(line):
                global watched
                try:
                    request = json.loads(line)
                    word, ids = request["request"], request.get("ids", [])
                    if not isinstance(word, str) or not all(isinstance(i, str) for i in ids + []): raise ValueError()
                except Exception:
                    if b'"watch"' in line: \(isLine ? "watched = None" : "pass")
                    return say({"answer": "error", "text": "no"})
                if word == "hello": say({"answer": word, "protocol": 1})
                elif word == "list":
                    say({"answer": word, "sensors": [{"id": "a.b", "name": "x", "unit": "W", "device_class": "power"}]})
                elif word == "read":
                    say({"answer": word, "readings": [
                        {"id": i, "value": 1} if i == "a.b" else {"id": i, "unavailable": "not_present"} for i in ids]})
                elif word == "watch":
                    say({"answer": word})
                    if ids: \(isLine ? "pass" : fault)
                elif word == "health": say({"answer": word})
                elif word == "bye":
                    say({"answer": word})
                    sys.exit(0)
                else: say({"answer": "error", "text": "no"})
            while True:
                if not select.select([0], [], [], 0.02)[0]:
                    len(watched)
                    continue
                piece = os.read(0, 65536)
                if not piece: break
                *lines, unread = (unread + piece).split(b"\\n")
                for line in lines: take(line)

            """
        try ScriptFile.write(text, to: folder.path + "/x.py")
        let misses = try await misses(folder.path + "/x.py", reads: 20, times: Self.patient)
        #expect(misses.contains { $0.contains(miss) }, "\(misses)")
        // Whatever else it does is right.
        #expect(misses.count == 1, "\(misses)")
    }

    @Test("a plugin that ends at ids of another kind misses that check")
    func otherKinds() async throws {
        let folder = try TemporaryFolder()
        let made = try await ChildProgram.run([
            "sh", "-c", #"cd "$1" && "$2" plugins new x"#, "sh", folder.path, AgentProgram.path,
        ])
        try #require(made.status == 0, "\(made.standardError)")
        let text = try folder.text(of: "x.py")
        let narrow = text.replacing("except Exception", with: "except (ValueError, KeyError, AttributeError)")
        #expect(text != narrow)
        try ScriptFile.write(narrow, to: folder.path + "/x.py")
        let misses = try await misses(folder.path + "/x.py", reads: 20, times: Self.patient)
        #expect(misses.first?.contains("requests that are not made rightly") == true, "\(misses)")
        #expect(misses.first?.contains(#""ids":"#) == true && misses.count == 1, "\(misses)")
    }

    @Test("of one that never says a word the author is told to flush")
    func silent() async throws {
        let folder = try TemporaryFolder()
        try ScriptFile.write("#!/bin/sh\nwhile read -r line; do :; done\n", to: folder.path + "/x.sh")
        var times = Self.patient
        times.hello = .seconds(1)
        let misses = try await misses(folder.path + "/x.sh", times: times)
        #expect(misses.first?.contains("does it flush each line") == true, "\(misses)")
    }

    @Test("the manifest of a Swift package is the one of what was built in it")
    func manifestOfPackage() throws {
        let folder = try TemporaryFolder()
        let build = folder.path + "/x/.build/release"
        try FileManager.default.createDirectory(atPath: build, withIntermediateDirectories: true)
        try ScriptFile.write("#!/bin/sh\n", to: build + "/x")
        let without = try PluginKit(path: build + "/x", folder: folder.path, sha256: Digest.sha256)
        #expect(without.about.contains { $0.contains("there is no manifest x.json") }, "\(without.about)")
        try Data(#"{"network":true}"#.utf8).write(to: URL(filePath: folder.path + "/x/x.json"))
        let kit = try PluginKit(path: build + "/x", folder: folder.path, sha256: Digest.sha256)
        #expect(kit.about == ["its manifest is \(folder.path)/x/x.json: it has what that asks for: network"])
    }

    @Test("what belongs to a plugin and is none says what to name instead")
    func neighbours() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/x", withIntermediateDirectories: false)
        try Data("{}".utf8).write(to: URL(filePath: folder.path + "/x.json"))
        try Data("kind = nagios".utf8).write(to: URL(filePath: folder.path + "/x.conf"))
        func refusal(_ file: String) -> String {
            do {
                _ = try PluginKit(path: "\(folder.path)/\(file)", folder: folder.path, sha256: Digest.sha256)
                return "none"
            } catch {
                return "\(error)"
            }
        }
        #expect(refusal("x.json").contains("is a manifest"))
        #expect(refusal("x.conf").contains("'agent plugins' says"))
        #expect(refusal("x").contains("is a folder; name the executable"))
        try Data("".utf8).write(to: URL(filePath: folder.path + "/x/Package.swift"))
        #expect(refusal("x").contains("x/.build/release/x"))
    }

    @Test("of one that does not say hello the rest is not tried, since each would wait as long")
    func noHello() async throws {
        let folder = try TemporaryFolder()
        try ScriptFile.write("#!/bin/sh\nexit 1\n", to: folder.path + "/x.sh")
        let misses = try await misses(folder.path + "/x.sh")
        #expect(misses.count >= 20)
        #expect(misses.dropFirst().allSatisfy { $0.contains("not tried") })
    }

    @Test("a file that is no plugin is no test", arguments: ["/nowhere", "/etc/passwd", "/dev/null"])
    func unusable(_ path: String) {
        #expect(throws: KitError.self) { try PluginKit(path: path, folder: "/nowhere", sha256: Digest.sha256) }
    }
}
