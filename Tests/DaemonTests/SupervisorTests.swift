import Dispatch
import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Daemon

@Suite struct SupervisorTests {
    @Test("systemd hears that the daemon is ready, what it does, and that it ends")
    func notices() async throws {
        let folder = try TemporaryFolder()
        let supervisor = FakeSupervisor()
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([try PromiseTests.sensor("test.a.b")]),
            servers: ["http://home": FakeServer()],
            supervisor: supervisor
        ) { test in
            #expect(supervisor.notices == [.status("Not registered with any server"), .ready])
            try await test.add("http://home", as: "home")
            #expect(supervisor.notices.last == .status("Registered with 1 server, no sensor is enabled"))
            let first = try #require(try await test.sensors().first)
            try await test.enable(first.id.description)
            #expect(supervisor.notices.last == .status("Reporting 1 sensor to 1 server"))
        }
        #expect(supervisor.notices.last == .stopping)
    }

    @Test("a reload begins and ends for systemd, too")
    func reload() async throws {
        let folder = try TemporaryFolder()
        let supervisor = FakeSupervisor()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([]), supervisor: supervisor) { test in
            _ = await test.daemon.answer(.reload)
            #expect(supervisor.notices.suffix(3).starts(with: [.reloading, .ready]))
        }
    }

    @Test("the loop that collects feeds the watchdog, with nothing enabled, too")
    func watchdog() async throws {
        let folder = try TemporaryFolder()
        let supervisor = FakeSupervisor(watchdogInterval: .seconds(300))
        let clock = TestClock()
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([]), clock: clock, supervisor: supervisor) {
            _ in
            for beats in 1...3 {
                await clock.sleepers(atLeast: 1)
                #expect(supervisor.notices.count { $0 == .alive } == beats)
                clock.advance(by: .seconds(120))
            }
        }
    }

    @Test("a socket of systemd's is served and left where it is; nobody but its mode says who may connect")
    func inheritedSocket() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/systemd.sock"
        let descriptor = SocketAddress.socket()
        let address = try SocketAddress(path: path)
        try #require(address.with { bind(descriptor, $0, $1) } == 0)
        try #require(listen(descriptor, 4) == 0)
        try await TestDaemon.run(in: folder.path, provider: FakeProvider([]), inheritedSocket: descriptor) { _ in
            let answer = try? await ask(.status, at: path)
            if geteuid() == 0 {
                guard case .status = answer else {
                    Issue.record("root was not answered: \(String(describing: answer))")
                    return
                }
            } else {
                // The daemon's own user is no person there.
                #expect(answer == nil)
            }
        }
        #expect(access(path, F_OK) == 0)
        #expect(access(folder.path + "/control.sock", F_OK) != 0)
    }

    @Test("what only looks is no change; everything else is")
    func changes() {
        #expect(!ControlRequest.status.isChange)
        #expect(!ControlRequest.listNames.isChange)
        #expect(ControlRequest.reload.isChange)
        #expect(ControlRequest.removeServer(name: "home").isChange)
    }

    @Test("without the system's daemon its client says how to start it, also after too many starts")
    func startLimit() {
        let failure = ControlClient.failure(SystemDaemon.socketPath, ENOENT, isRunning: false)
        #expect(failure.exitCode == .unreachable)
        #expect(failure.message.contains("sudo systemctl start sensor-agent"))
        #expect(failure.message.contains("sudo systemctl reset-failed"))
    }

    @Test(
        "where a place was named, only that place is told of, though the system's daemon runs; where it is the system's, its socket"
    )
    func namedPlace() {
        let named = ControlClient.failure("/root/nope/control.sock", ENOENT, isRunning: true)
        #expect(named.exitCode == .unreachable)
        #expect(named.message.hasPrefix("no daemon at /root/nope/control.sock"))
        #expect(!named.message.contains(SystemDaemon.socketPath))
        let system = ControlClient.failure(SystemDaemon.socketPath, ENOENT, isRunning: true)
        #expect(system.message.contains("systemctl restart sensor-agent.socket"))
    }

    @Test("who may not open the socket is told about the group and sudo")
    func notPermitted() {
        let failure = ControlClient.failure(SystemDaemon.socketPath, EACCES)
        #expect(failure.exitCode == .notPermitted)
        #expect(failure.message.contains("sudo"))
        #expect(failure.message.contains("group sensor-agent"))
    }

    /// The client blocks, so it has a thread of its own.
    private func ask(_ request: ControlRequest, at path: String) async throws -> ControlAnswer {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try ControlClient(path: path).ask(request) })
            }
        }
    }
}
