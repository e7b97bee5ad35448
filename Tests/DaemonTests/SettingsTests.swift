import SensorSDK
import Shared
import Store
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
}
