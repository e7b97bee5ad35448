import Shared
import TestSupport
import Testing

@testable import Demo

@Suite struct DemoDeviceEventsTests {
    private let usb = DeviceFilter(subsystem: "usb", deviceType: "usb_device")
    private let disk = DeviceFilter(subsystem: "block", deviceType: "disk")

    private func model(_ device: Device) -> String? { device.properties["ID_MODEL"] }

    @Test("a USB stick goes and comes back with its disk, at the clock's pace")
    func stickComesAndGoes() async throws {
        let clock = TestClock()
        let world = World.demo(clock)
        var notices = world.deviceEvents.notices([usb, disk]).makeAsyncIterator()
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(9))
        var seen: [String] = []
        for _ in 0..<7 {
            guard case .happened(let action, let device) = await notices.next() else {
                Issue.record("no notice")
                return
            }
            #expect(model(device) == "Demo_USB_stick")
            seen.append("\(action) \(device.subsystem)")
        }
        #expect(
            seen == [
                "bind usb", "add block", "remove block", "remove usb", "add usb", "bind usb", "add block",
            ]
        )
    }

    @Test("the list of devices agrees with what was told, at every moment")
    func listAgrees() throws {
        let clock = TestClock()
        let devices = World.demo(clock).deviceEvents
        let stays = 2
        for (milliseconds, usbCount, hasDisk) in [(100, 1, false), (900, 1, true), (3005, 1, false), (995, 0, false)] {
            clock.advance(by: .milliseconds(milliseconds))
            #expect(try devices.devices(usb).count == stays + usbCount)
            #expect(try devices.devices(disk).contains { model($0) == "Demo_USB_stick" } == hasDisk)
        }
    }

    @Test("on a machine that lacks nothing the stick is still added, and the machine's own devices and notices stay")
    func laidOver() async throws {
        let own = Device(path: "/devices/own", subsystem: "usb", deviceType: "usb_device")
        let events = FakeDeviceEvents()
        events.set([own])
        let world = World.demo(over: FakeFileTree()) { $0.deviceEvents = events }
        let listed = try world.deviceEvents.devices(usb)
        #expect(listed.first == own)
        #expect(listed.contains { model($0) == "Demo_USB_stick" })

        var notices = world.deviceEvents.notices([usb]).makeAsyncIterator()
        events.send(.happened(action: "remove", own))
        #expect(await notices.next() == .happened(action: "remove", own))
    }

    @Test("plugging and unplugging the mains is a change of battery and mains supply")
    func mainsChanges() async throws {
        let clock = TestClock()
        let world = World.demo(clock)
        var notices = world.deviceEvents.notices([DeviceFilter(subsystem: "power_supply")]).makeAsyncIterator()
        let before = try world.files.text("/sys/class/power_supply/AC/online")
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(240))
        var names: [String?] = []
        for _ in 0..<2 {
            guard case .happened("change", let device) = await notices.next() else {
                Issue.record("no change")
                return
            }
            names.append(device.properties["POWER_SUPPLY_NAME"])
        }
        #expect(names == ["BAT0", "AC"])
        #expect(try world.files.text("/sys/class/power_supply/AC/online") != before)
    }

    @Test("who only asks for a subsystem in which nothing happens waits in silence")
    func silence() async {
        let clock = TestClock()
        let world = World.demo(clock)
        let stream = world.deviceEvents.notices([DeviceFilter(subsystem: "hwmon")])
        let reader = Task {
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
        clock.advance(by: .seconds(100))
        reader.cancel()
        #expect(await reader.value == 0)
    }
}
