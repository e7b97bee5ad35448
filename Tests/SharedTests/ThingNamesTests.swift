import SensorSDK
import Shared
import TestSupport
import Testing

@Suite struct ThingNamesTests {
    @Test("that two devices claim one id is logged once, with the id that each has, however often they are listed")
    func disputed() async throws {
        let log = RecordedLog()
        await inWorld {
            $0.log = log
        } operation: {
            let things = ThingNames()
            let claims = [
                ThingNames.Claim(part: "mouse", path: "/devices/b"),
                ThingNames.Claim(part: "mouse", path: "/devices/a"),
                ThingNames.Claim(part: "keyboard", path: "/devices/c"),
            ]
            let first = things.things(for: claims, context: .test())
            #expect(first[1] == "mouse" && first[2] == "keyboard" && first[0].hasPrefix("mouse_"))
            for _ in 0..<3 { #expect(things.things(for: claims, context: .test()) == first) }
            let said = log.lines.map(\.line).filter { $0.contains("two devices claim one id") }
            #expect(said.count == 1)
            #expect(said.first?.contains("claimed=mouse given=\(first[0])") == true)
        }
    }
}
