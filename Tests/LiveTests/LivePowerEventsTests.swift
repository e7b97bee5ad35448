import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

@testable import Live

/// logind as python3-dbusmock plays it, on a bus of the test's own.
@Suite(
    .world(),
    .enabled(if: LogindMock.isInstalled, "python3-dbusmock or dbus-daemon is not installed"),
    .timeLimit(.minutes(2))
)
struct LivePowerEventsTests {
    private let folder: TemporaryFolder
    private let bus: RunningProgram
    private static let pauses = Duration.milliseconds(10)...(.milliseconds(100))
    private var address: String { "unix:path=\(folder.path)/bus" }

    init() async throws {
        folder = try TemporaryFolder()
        let configuration = """
            <busconfig><type>system</type><listen>unix:path=\(folder.path)/bus</listen>
            <policy context="default"><allow send_destination="*"/><allow own="*"/><allow eavesdrop="true"/></policy></busconfig>
            """
        try Data(configuration.utf8).write(to: URL(filePath: folder.path + "/bus.conf"))
        bus = try await Self.startBus(in: folder)
    }

    private static func startBus(in folder: TemporaryFolder) async throws -> RunningProgram {
        // That of one that was killed.
        unlink(folder.path + "/bus")
        let bus = try RunningProgram([
            "/usr/bin/dbus-daemon", "--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile",
        ])
        while access(folder.path + "/bus", F_OK) != 0 { try await Task.sleep(for: .milliseconds(5)) }
        return bus
    }

    private func events(at address: String, log: RecordedLog = RecordedLog()) -> LivePowerEvents {
        LivePowerEvents(log: log, address: address, pauses: Self.pauses)
    }

    private func reaches(_ events: LivePowerEvents, _ coverage: PowerCoverage) async throws {
        while events.coverage != coverage { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// logind, once it answers.
    private func logind() async throws -> RunningProgram {
        let mock = try RunningProgram(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": address]
        )
        while try await ask("logind.ListInhibitors()").status != 0 { try await Task.sleep(for: .milliseconds(20)) }
        return mock
    }

    /// Runs a line of Python that may use `logind` and `mock`.
    @discardableResult
    private func ask(_ line: String) async throws -> ChildProgram.Output {
        let script = """
            import dbus, dbus.bus
            object = dbus.bus.BusConnection('\(address)').get_object('org.freedesktop.login1', '/org/freedesktop/login1')
            logind = dbus.Interface(object, 'org.freedesktop.login1.Manager')
            mock = dbus.Interface(object, 'org.freedesktop.DBus.Mock')
            print(\(line))
            """
        return try await ChildProgram.run(["/usr/bin/python3", "-c", script])
    }

    private func emit(_ signal: String, _ isBeginning: Bool) async throws {
        let arguments = "'org.freedesktop.login1.Manager', '\(signal)', 'b', [\(isBeginning ? "True" : "False")]"
        #expect(try await ask("mock.EmitSignal(\(arguments))").status == 0)
    }

    private func inhibitors() async throws -> [String] {
        let text = try await ask("' '.join(i[0] + '/' + i[3] for i in logind.ListInhibitors())").standardOutput
        return text.split(whereSeparator: \.isWhitespace).map(String.init).sorted()
    }

    private func end(_ programs: RunningProgram...) async throws {
        for program in programs {
            program.signal(SIGKILL)
            _ = try await program.end()
        }
    }

    @Test("the machine waits before it sleeps until the agent lets go, and again before the next sleep")
    func sleep() async throws {
        let mock = try await logind()
        let events = events(at: address)
        #expect(events.coverage == .unknown)
        var notices = events.notices().makeAsyncIterator()
        while try await inhibitors() != ["shutdown/delay", "sleep/delay"] {}
        try await reaches(events, .isWaitedFor)
        try await emit("PrepareForSleep", true)
        let going = try #require(await notices.next())
        #expect(going.kind == .goingToSleep)
        #expect(try await inhibitors() == ["shutdown/delay", "sleep/delay"])
        going.letGo()
        while try await inhibitors() != ["shutdown/delay"] {}
        try await emit("PrepareForSleep", false)
        #expect(await notices.next()?.kind == .resumed)
        while try await inhibitors() != ["shutdown/delay", "sleep/delay"] {}
        try await emit("PrepareForShutdown", true)
        #expect(await notices.next()?.kind == .shuttingDown)
        try await end(mock, bus)
    }

    @Test("a bus that was lost is found again, and the machine waits as before")
    func lostBus() async throws {
        let mock = try await logind()
        let events = events(at: address)
        var notices = events.notices().makeAsyncIterator()
        while try await inhibitors() != ["shutdown/delay", "sleep/delay"] {}
        try await end(mock, bus)
        try await reaches(events, .noBus)

        let (anotherBus, anotherMock) = (try await Self.startBus(in: folder), try await logind())
        while try await inhibitors() != ["shutdown/delay", "sleep/delay"] {}
        try await emit("PrepareForSleep", true)
        #expect(await notices.next()?.kind == .goingToSleep)
        try await end(anotherMock, anotherBus)
    }

    @Test("a bus that comes late, and a logind that comes later still, are found")
    func late() async throws {
        try await end(bus)
        let log = RecordedLog()
        let events = events(at: address, log: log)
        var notices = events.notices().makeAsyncIterator()
        while !log.lines.contains(where: { $0.line.contains("no bus") }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        let bus = try await Self.startBus(in: folder)
        try await reaches(events, .noLogind)
        let mock = try await logind()
        while try await inhibitors() != ["shutdown/delay", "sleep/delay"] {}
        try await emit("PrepareForShutdown", true)
        #expect(await notices.next()?.kind == .shuttingDown)
        try await end(mock, bus)
    }

    @Test("where polkit refuses that the machine waits, the agent is told of a sleep all the same, and knows both")
    func refused() async throws {
        let mock = try await logind()
        let refusal = "raise dbus.exceptions.DBusException('no', name='org.freedesktop.DBus.Error.AccessDenied')"
        let method = #"'org.freedesktop.login1.Manager', 'Inhibit', 'ssss', 'h', "\#(refusal)""#
        #expect(try await ask("mock.AddMethod(\(method))").status == 0)
        let events = events(at: address)
        var notices = events.notices().makeAsyncIterator()
        try await reaches(events, .isTold)
        try await emit("PrepareForSleep", true)
        #expect(await notices.next()?.kind == .goingToSleep)
        try await end(mock, bus)
    }

    @Test("without a bus nobody is told anything, and whoever listened can leave")
    func nobody() async throws {
        let log = RecordedLog()
        let listening = Task { [self] in
            for await _ in events(at: "unix:path=\(folder.path)/none", log: log).notices() {}
        }
        while !log.lines.contains(where: { $0.line.contains("no bus") }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        listening.cancel()
        await listening.value
        try await end(bus)
    }
}
