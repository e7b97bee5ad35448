import FoundationEssentials
import Glibc
import SensorSDK
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Daemon

@Suite struct DiagnosisTests {
    private func diagnose(_ test: TestDaemon) async throws -> [HealthCheck] {
        guard case .diagnosis(let diagnosis) = await test.daemon.answer(.diagnose) else {
            throw ControlFailure.unexpectedAnswer
        }
        for check in diagnosis.checks where check.state != .ok {
            #expect(check.advice?.isEmpty == false, "it says what to do: \(check)")
        }
        return diagnosis.checks
    }

    @Test("where all is well, every check says so, each server's down to the sealed answer")
    func sound() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([]), servers: ["https://a": server]) { test in
            try await test.add("https://a", as: "a")
            let checks = try await diagnose(test)
            #expect(checks.filter { $0.state != .ok && $0.subject != .disk } == [])
            #expect(
                checks.map(\.subject) == [
                    .permissions, .disk, .database, .secrets, .families, .sandbox, .url, .dns, .connection, .tls,
                    .webhook,
                    .key,
                ]
            )
        }
        #expect(server.readings.isEmpty)
    }

    @Test(
        "what ends an exchange fails its step, with what to do; the steps before it went well, and the rest is not guessed at",
        arguments: [
            (LinkFault.unreachable(.badURL), HealthCheck.Subject.url, HealthCheck.State.fail),
            (.unreachable(.nameNotFound(host: "a")), .dns, .fail),
            (.unreachable(.refused(host: "a")), .connection, .fail),
            (.unreachable(.timedOut(host: "a")), .connection, .fail),
            (.unreachable(.untrusted(host: "a", detail: "expired")), .tls, .fail),
            (.unreachable(.plainHTTPNotLocal(host: "a", address: "1.2.3.4")), .tls, .fail),
            (.gone, .webhook, .fail),
            (.refused(status: 403), .webhook, .fail),
            (.empty, .webhook, .warn),
            (.unexpected(status: 502), .webhook, .warn), (.unknownToServer, .webhook, .fail),
            (.encryptionRequired, .key, .fail), (.redirected(to: "https://new.example"), .url, .fail),
            (.keyMismatch, .key, .fail),
            (.declined(.unknownAgent), .webhook, .fail),
            (.declined(.forged), .key, .fail),
            (.declined(.unavailable), .webhook, .warn),
        ]
    )
    func steps(fault: LinkFault, step: HealthCheck.Subject, state: HealthCheck.State) throws {
        let server = ServerRecord(
            id: 1,
            name: "a",
            kind: "fake",
            url: "https://a",
            deviceName: "box",
            deviceID: "0",
            credentials: Secret("c")
        )
        let checks = ServerCheckup(server: server, fault: fault).checks
        #expect(checks.last?.subject == step)
        #expect(checks.last?.state == state)
        let advice = try #require(checks.last?.advice)
        // Removing a server forgets what is enabled on it and what waits for it.
        #expect(!advice.contains("servers remove"))
        switch fault {
        case .gone, .keyMismatch, .unknownToServer: #expect(advice.contains("agent servers reconnect a"))
        case .redirected: #expect(advice.contains("agent servers set a url https://new.example"))
        default: break
        }
        #expect(checks.dropLast().allSatisfy { $0.state == .ok })
        let order: [HealthCheck.Subject] = [.url, .dns, .connection, .tls, .webhook, .key]
        #expect(checks.map(\.subject) == Array(order.prefix(checks.count)))
    }

    @Test("a server that deleted this machine fails, and the one beside it does not")
    func oneOfTwo() async throws {
        let folder = try TemporaryFolder()
        let servers = ["https://a": FakeServer(), "https://b": FakeServer { _ in Receipt(fault: .gone) }]
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([]), servers: servers) { test in
            try await test.add("https://a", as: "a")
            try await test.add("https://b", as: "b")
            // The disk is the test machine's own.
            let failures = try await diagnose(test).filter { $0.state == .fail && $0.subject != .disk }
            #expect(failures.map(\.server) == ["b"])
            #expect(failures.map(\.subject) == [.webhook])
        }
    }

    @Test("a server that answers well and takes nothing is told, and tried at once unless it asked to wait")
    func takesNothing() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer { $0.isEmpty ? Receipt() : Receipt(fault: .declined(.replayed)) }
        let busy = FakeServer { $0.isEmpty ? Receipt() : Receipt(fault: .tooMany(retryAfter: .seconds(300))) }
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([try PromiseTests.sensor("test.a.b")]),
            servers: ["https://a": server, "https://b": busy]
        ) { test in
            try await test.add("https://a", as: "a")
            try await test.add("https://b", as: "b")
            try await test.enable("test", on: .all)
            while try await test.servers().contains(where: { $0.problem == nil }) { await Task.yield() }
            // What was enabled just now was wanted at once, so that it was tried twice.
            await busy.until { $0.count { !$0.isEmpty } == 2 }
            let checks = try await diagnose(test).filter { $0.server != nil && $0.state != .ok }
            #expect(checks.map(\.server) == ["a", "b"] && checks.map(\.state) == [.fail, .warn])
            #expect(checks.first?.finding.contains("later data") == true)

            server.answer(FakeServer.acknowledge)
            #expect(try await diagnose(test).filter { $0.server == "a" && $0.state != .ok } == [])
            #expect(try await test.servers().map(\.problem).first == .some(nil))

            server.answer { $0.isEmpty ? Receipt() : Receipt(fault: .unreachable(.refused(host: "a"))) }
            try await test.disable("test", on: .named("a"))
            while try await test.servers().first?.problem == nil { await Task.yield() }
            server.answer(FakeServer.acknowledge)
            _ = await test.daemon.answer(.reload)
            // On a clock that stands still: nothing waits for its turn.
            while try await test.servers().first?.problem != nil { await Task.yield() }
            #expect(busy.batches.count { !$0.isEmpty } == 2)
        }
    }

    @Test("a plugin that answers with an error is told of with its words")
    func refusingPlugin() {
        var report = PluginReport(name: "x", path: "/x", state: .running)
        #expect(Examination.check(report) == nil)
        report.reason = "answered 'read' with an error: no bus"
        #expect(Examination.check(report)?.state == .warn)
        #expect(Examination.check(report)?.finding.contains("no bus") == true)
    }

    @Test("the log of a change says what was changed, and no URL or source")
    func changedObject() {
        #expect(ControlRequest.setServer(name: "home", change: .url("https://me:word@a")).object == "home")
        #expect(ControlRequest.setInterval(id: "test.a.b", milliseconds: 1).object == "test.a.b")
        #expect(ControlRequest.addSource(family: "storage", source: "/home/me").object == "storage")
        #expect(ControlRequest.enableSensors(patterns: ["a", "b.*"], servers: .all).object == "a b.*")
    }

    @Test("a disk that is nearly full is told before it is full", arguments: [(1, "fail"), (50, "warn"), (5000, "ok")])
    func disk(megabytes: UInt64, state: String) {
        let check = Examination.disk(freeBytes: megabytes * 1_000_000, in: "/state")
        #expect(check.state.rawValue == state)
        #expect(check.finding == "\(megabytes) MB are free in /state")
    }

    @Test("a state folder that others may look into is told, with the command that closes it")
    func openFolder() async throws {
        let folder = try TemporaryFolder()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([])) { test in
            try #require(chmod(folder.path + "/state/agent.db", 0o644) == 0)
            let check = try #require(try await diagnose(test).first { $0.subject == .permissions })
            #expect(check.state == .warn)
            #expect(check.advice?.contains("chmod") == true)
        }
    }

    @Test(
        "a file of another user's in the state folder is told by its name",
        .enabled(if: geteuid() == 0, "only root can give files away")
    )
    func foreignFile() async throws {
        let folder = try TemporaryFolder()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([])) { test in
            let path = folder.path + "/state/receiver.db"
            close(open(path, O_CREAT | O_WRONLY, 0o600))
            try #require(chown(path, 65534, 65534) == 0)
            let check = try #require(try await diagnose(test).first { $0.subject == .permissions })
            #expect(check.state == .warn)
            #expect(check.finding.contains("receiver.db") && !check.finding.contains("agent.db"))
        }
    }

    @Test("the host of a URL is told of as a name or an address; a fault names the server's own command")
    func namesServer() {
        func checks(_ url: String, _ fault: LinkFault?) -> [HealthCheck] {
            let server = ServerRecord(
                id: 1,
                name: "attic",
                kind: "fake",
                url: url,
                deviceName: "box",
                deviceID: "0",
                credentials: Secret("c")
            )
            return ServerCheckup(server: server, fault: fault).checks
        }
        let dns = ["https://ha.example", "https://192.0.2.1:8123", "https://[2001:db8::1]"].map { url in
            checks(url, nil).first { $0.subject == .dns }?.finding.contains("name")
        }
        #expect(dns == [true, false, false])
        #expect(checks("https://a", .gone).last?.finding.contains("agent servers reconnect attic") == true)
    }

    @Test("a database that was removed under the daemon is put back, rather than lost by a restart")
    func removedDatabase() async throws {
        let folder = try TemporaryFolder()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([])) { test in
            let path = folder.path + "/state/agent.db"
            try FileManager.default.removeItem(atPath: path)
            let checks = try await diagnose(test)
            #expect(checks.filter { [.permissions, .database].contains($0.subject) }.map(\.state) == [.ok, .ok])
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("an enabled sensor that the daemon may not read is named, one that nobody enabled is not")
    func sandbox() async throws {
        let folder = try TemporaryFolder()
        let on = try SensorID("test.a.on")
        let off = try SensorID("test.a.off")
        let provider = FakeProvider([
            try PromiseTests.sensor("test.a.on"), try PromiseTests.sensor("test.a.off"),
        ])
        provider.set(.unavailable(.permission), for: on)
        provider.set(.unavailable(.permission), for: off)
        let server = FakeServer()
        try await TestDaemon.run(in: folder.path, provider: provider, servers: ["https://a": server]) { test in
            try await test.add("https://a", as: "a")
            try await test.enable("test.a.on")
            await server.until { $0.flatMap(\.states).contains { $0.reading.sensor == on } }
            let check = try #require(try await diagnose(test).first { $0.subject == .sandbox })
            #expect(check.state == .warn)
            #expect(check.finding.contains("test.a.on"))
            #expect(!check.finding.contains("test.a.off"))
        }
    }

    @Test(
        "a plugin that failed too often, or may not be run, is told with its reason and what to do; one that works is counted",
        arguments: [
            (PluginReport.State.quarantined, HealthCheck.State.fail), (.refused, .fail), (.waiting, .warn),
        ]
    )
    func plugins(state: PluginReport.State, expected: HealthCheck.State) throws {
        let report = PluginReport(name: "load", path: "/load", state: state, reason: "it ended with 3")
        let check = try #require(Examination.check(report))
        #expect(check.state == expected)
        #expect(check.finding.contains("load"))
        #expect(check.finding.contains("it ended with 3"))
        #expect(check.advice != nil)
        for state in [PluginReport.State.idle, .running, .masked, .shadowed] {
            #expect(Examination.check(PluginReport(name: "load", path: "/load", state: state)) == nil)
        }
    }

    @Test("settings that were changed since, or could not be taken again, are told before a restart finds it out")
    func settings() async throws {
        let folder = try TemporaryFolder()
        let answers = Mutex<Result<Settings, ControlFailure>>(.success(Settings()))
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([]),
            readSettings: { () throws(ControlFailure) in try answers.withLock { $0 }.get() }
        ) { test in
            let check = { try await diagnose(test).first { $0.subject == .settings } }
            #expect(try await check()?.state == .ok)
            var changed = Settings()
            changed.settleTime = .seconds(5)
            answers.withLock { $0 = .success(changed) }
            #expect(try await check()?.state == .warn)
            _ = await test.daemon.answer(.reload)
            #expect(try await check()?.state == .ok)
            answers.withLock { $0 = .failure(ControlFailure(.badState, "conf: line 3: level = loud")) }
            let failed = try #require(try await check())
            #expect(failed.state == .fail)
            #expect(failed.finding.contains("line 3"))
        }
    }

    @Test("who tells of sleep is looked at, and what is missing is named with what to install")
    func power() async throws {
        let folder = try TemporaryFolder()
        let power = FakePowerEvents()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([]), power: power) { test in
            let check = { try await diagnose(test).first { $0.subject == .power } }
            #expect(try await check() == nil)
            power.coverage = .isWaitedFor
            #expect(try await check()?.state == .ok)
            for (coverage, word) in [
                (PowerCoverage.isTold, "polkitd"), (.noLogind, "systemd-logind"), (.noBus, "dbus"),
            ] {
                power.coverage = coverage
                let found = try #require(try await check())
                #expect(found.state == .warn)
                #expect(found.advice?.contains(word) == true, "\(found)")
            }
        }
    }

    @Test("the words of the JSON are kept for ever")
    func words() throws {
        let states = try KeptWords.load("check-states").differences(from: HealthCheck.State.allCases.map(\.rawValue))
        #expect(states.isEmpty, "\(states.joined(separator: "\n"))")
        let subjects = try KeptWords.load("check-subjects")
            .differences(from: HealthCheck.Subject.allCases.map(\.rawValue))
        #expect(subjects.isEmpty, "\(subjects.joined(separator: "\n"))")
    }
}
