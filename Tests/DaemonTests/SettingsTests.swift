import SensorSDK
import Shared
import Store
import Synchronization
import TestSupport
import Testing

@testable import Daemon

@Suite struct SettingsTests {
    @Test(
        "a family's interval holds for its sensors, but not for one whose interval was chosen, and never below the floor"
    )
    func intervals() throws {
        let sensor = try PromiseTests.sensor("test.a.b")
        var settings = Settings()
        #expect(settings.interval(of: sensor, chosen: nil) == nil)
        settings.intervals["test"] = .seconds(300)
        #expect(settings.interval(of: sensor, chosen: nil) == .seconds(300))
        #expect(settings.interval(of: sensor, chosen: .seconds(7)) == .seconds(7))
        settings.intervals["test"] = .milliseconds(1)
        let pace = Pace.usual.interval(of: sensor, chosen: settings.interval(of: sensor, chosen: nil))
        #expect(pace == sensor.leastInterval)
    }

    @Test("a setting that no sensor here heeds is told at the reload and by the doctor; one that some heed is not")
    func doubts() async throws {
        let folder = try TemporaryFolder()
        let log = RecordedLog()
        let fast = try Sensor(
            id: SensorID("test.a.x"),
            device: "a",
            name: "a",
            interval: .seconds(60),
            leastInterval: .seconds(10)
        )
        let slow = try Sensor(
            id: SensorID("test.b.x"),
            device: "b",
            name: "b",
            interval: .seconds(60),
            leastInterval: .seconds(50)
        )
        let wanted = Mutex(Settings())
        try await TestDaemon.run(
            in: folder.path,
            provider: FakeProvider([fast, slow]),
            log: log,
            readSettings: { wanted.withLock { $0 } }
        ) { test in
            func reload(_ intervals: [String: Duration]) async -> [String] {
                wanted.withLock { $0.intervals = intervals }
                guard case .reloaded(let report) = await test.daemon.answer(.reload) else { return ["no report"] }
                return report.problems
            }
            #expect(await reload(["test": .seconds(20)]) == [])
            let problems = await reload(["test": .seconds(1), "plugin_foo": .seconds(10)])
            #expect(problems.count == 2)
            #expect(problems.first?.contains("plugin_foo") == true && problems.last?.contains("10 s") == true)
            guard case .diagnosis(let diagnosis) = await test.daemon.answer(.diagnose) else { return }
            let check = diagnosis.checks.first { $0.subject == .settings }
            #expect(check?.state == .warn)
            #expect(check?.finding.contains("plugin_foo") == true)
        }
    }
}
