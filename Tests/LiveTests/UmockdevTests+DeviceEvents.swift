import Live
import Shared
import TestSupport
import Testing

extension UmockdevTests {
    @Suite("libudev")
    struct DeviceEventsTests {
        private let testbed = Testbed()
        private let events = LiveDeviceEvents(log: RecordedLog())

        private static let stick = "/devices/pci0000:00/0000:00:14.0/usb1/1-1"
        private static let machine = """
            P: /devices/pci0000:00/0000:00:14.0/usb1/1-1
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_device
            E: ID_MODEL=DataTraveler_3.0
            E: ID_MODEL_ENC=Data\\x20Traveler ☃

            P: /devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1:1.0
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_interface

            P: /devices/platform/fake/power_supply/BAT0
            E: SUBSYSTEM=power_supply
            E: POWER_SUPPLY_CAPACITY=57
            A: capacity=57\\n

            """

        @Test("the devices of a subsystem are listed with type and properties, and those of a type alone if asked for")
        func enumeration() throws {
            try testbed.add(Self.machine)
            let all = try events.devices(DeviceFilter(subsystem: "usb"))
            #expect(all.map(\.path).sorted() == [Self.stick, "\(Self.stick)/1-1:1.0"])
            let sticks = try events.devices(DeviceFilter(subsystem: "usb", deviceType: "usb_device"))
            let stick = try #require(sticks.first)
            #expect(sticks.count == 1)
            #expect(stick.path == Self.stick)
            #expect(stick.subsystem == "usb")
            #expect(stick.deviceType == "usb_device")
            #expect(stick.properties["ID_MODEL"] == "DataTraveler_3.0")
            #expect(stick.properties["ID_MODEL_ENC"] == "Data\\x20Traveler ☃")
        }

        @Test("a device that comes, changes and goes is told with its properties, and nothing that was not asked for")
        func notices() async throws {
            try testbed.add(Self.machine)
            var notices = events.notices([
                DeviceFilter(subsystem: "usb", deviceType: "usb_device"), DeviceFilter(subsystem: "power_supply"),
            ]).makeAsyncIterator()

            testbed.announce("add", "/sys\(Self.stick)/1-1:1.0")
            testbed.announce("add", "/sys\(Self.stick)")
            let battery = "/sys/devices/platform/fake/power_supply/BAT0"
            testbed.set(property: "POWER_SUPPLY_CAPACITY", of: battery, to: "12")
            testbed.announce("change", battery)
            testbed.announce("remove", "/sys\(Self.stick)")

            guard case .happened("add", let stick) = await notices.next() else {
                Issue.record("the stick is not told")
                return
            }
            #expect(stick.path == Self.stick)
            #expect(stick.deviceType == "usb_device")
            #expect(stick.properties["ID_MODEL"] == "DataTraveler_3.0")
            guard case .happened("change", let supply) = await notices.next() else {
                Issue.record("the battery's change is not told")
                return
            }
            #expect(supply.subsystem == "power_supply")
            #expect(supply.properties["POWER_SUPPLY_CAPACITY"] == "12")
            guard case .happened("remove", let gone) = await notices.next() else {
                Issue.record("that the stick went is not told")
                return
            }
            #expect(gone.path == Self.stick)
        }

        @Test("each listener gets every notice that it asked for")
        func listeners() async throws {
            try testbed.add(Self.machine)
            var usb = events.notices([DeviceFilter(subsystem: "usb")]).makeAsyncIterator()
            var power = events.notices([DeviceFilter(subsystem: "power_supply")]).makeAsyncIterator()
            testbed.announce("change", "/sys/devices/platform/fake/power_supply/BAT0")
            testbed.announce("bind", "/sys\(Self.stick)")
            guard case .happened("bind", let stick) = await usb.next() else {
                Issue.record("the stick is not told")
                return
            }
            #expect(stick.path == Self.stick)
            guard case .happened("change", let supply) = await power.next() else {
                Issue.record("the battery's change is not told")
                return
            }
            #expect(supply.subsystem == "power_supply")
        }

        @Test("a storm within the bound is told whole and in order")
        func storm() async throws {
            try testbed.add(Self.machine)
            var notices = events.notices([DeviceFilter(subsystem: "power_supply")]).makeAsyncIterator()
            let battery = "/sys/devices/platform/fake/power_supply/BAT0"
            for number in 0..<200 {
                testbed.set(property: "POWER_SUPPLY_CAPACITY", of: battery, to: "\(number)")
                testbed.announce("change", battery)
            }
            for number in 0..<200 {
                guard case .happened("change", let device) = await notices.next() else {
                    Issue.record("change \(number) is not told")
                    return
                }
                #expect(device.properties["POWER_SUPPLY_CAPACITY"] == "\(number)")
            }
        }
    }
}
