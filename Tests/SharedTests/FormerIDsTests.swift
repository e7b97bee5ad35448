import SensorSDK
import Shared
import Testing

@Suite struct FormerIDsTests {
    private func sensor(_ id: String, _ former: String...) throws -> Sensor {
        try Sensor(id: SensorID(id), device: "d", name: "n", formerIDs: former.map { try SensorID($0) })
    }

    @Test("a former id goes to the one sensor that names it, and to nobody while it is listed or two name it")
    func claims() throws {
        let former = FormerIDs(of: [
            try sensor("t.b.one", "t.a.one", "t.z.one"), try sensor("t.b.two", "t.a.both"),
            try sensor("t.c.two", "t.a.both"), try sensor("t.b.three", "t.a.three"), try sensor("t.a.three"),
        ])
        #expect(former.claims.map(\.former.description) == ["t.a.one", "t.z.one"])
        #expect(former.claims.map(\.sensor.description) == ["t.b.one", "t.b.one"])
        #expect(former.stillListed.map(\.former.description) == ["t.a.three"])
        #expect(former.contested.map(\.former.description) == ["t.a.both"])
        #expect(former.contested.first?.sensors.map(\.description) == ["t.b.two", "t.c.two"])
    }

    @Test("no sensor can have been one of another family, itself, or ever so many")
    func refused() throws {
        #expect(throws: SensorError.self) { try sensor("plugin_a.b.c", "plugin_b.b.c") }
        #expect(throws: SensorError.self) { try sensor("plugin_a.b.c", "battery.bat0.level") }
        #expect(throws: SensorError.self) { try sensor("t.b.c", "t.b.c") }
        #expect(throws: SensorError.self) {
            try Sensor(
                id: SensorID("t.b.c"),
                device: "d",
                name: "n",
                formerIDs: (0...Sensor.mostFormerIDs).map { try SensorID("t.a.r\($0)") }
            )
        }
    }
}
