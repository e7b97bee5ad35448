import SensorSDK
import Shared
import TestSupport
import Testing

@Suite struct ThingNamesTests {
    @Test("however many devices claim one id, of however equal places, each has another one")
    func crowd() async {
        let claims = (1...5).map { _ in ThingNames.Claim(part: "chip", path: "/sys/devices/virtual", port: "zone") }
        let things = await inWorld({ $0.log = RecordedLog() }) { ThingNames().things(for: claims, context: .test()) }
        #expect(Set(things).count == 5)
        #expect(things.contains("chip"))
    }

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

    @Test("which of two alike devices has the plain id does not follow from a number that the kernel counts up")
    func counted() async {
        await inWorld({ $0.log = RecordedLog() }) {
            for (first, second) in [(9, 10), (10, 11)] {
                let claims = [
                    ThingNames.Claim(part: "nic", path: "/sys/devices/a/usb\(second)/\(second)-3/net/eth0"),
                    ThingNames.Claim(part: "nic", path: "/sys/devices/a/usb\(first)/\(first)-2/net/eth1"),
                ]
                #expect(ThingNames().things(for: claims, context: .test())[1] == "nic")
            }
        }
    }
}
