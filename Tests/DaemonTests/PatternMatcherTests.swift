import SensorSDK
import Testing

@testable import Daemon

@Suite struct PatternMatcherTests {
    @Test("of several words that stand for nothing the first is told what is near, and all are named")
    func complaints() throws {
        let level = try Sensor(id: try SensorID("battery.bat0.level"), device: "BAT0", name: "BAT0 level")
        let matcher = PatternMatcher(sensors: [level], families: ["battery"])
        let (found, complaints) = try matcher.matchAny(["battery.bat0.levl", "battery", "battery.bat0.leve"])
        #expect(found.map(\.sensor.id) == [level.id])
        #expect(
            complaints == [
                "no sensor 'battery.bat0.levl'; did you mean battery.bat0.level?",
                "no sensor 'battery.bat0.leve'; 'agent sensors' lists all of this machine",
            ]
        )
    }
}
