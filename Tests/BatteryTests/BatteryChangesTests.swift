import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Battery

@Suite struct BatteryChangesTests {
    @Test("a change of a supply means reading again, one that comes or goes a new list too, other subsystems nothing")
    func changes() async {
        let events = FakeDeviceEvents()
        let supply = Device(path: "/devices/x/power_supply/BAT0", subsystem: "power_supply")
        await inWorld {
            $0.deviceEvents = events
        } operation: {
            let stream = BatteryProvider(context: .test()).changes()
            events.send(.happened(action: "change", Device(path: "/devices/y", subsystem: "usb")))
            events.send(.happened(action: "bind", supply))
            events.send(.happened(action: "change", supply))
            events.send(.happened(action: "remove", supply))
            events.send(.overrun)
            events.finish()
            var seen: [ProviderChange] = []
            for await change in stream { seen.append(change) }
            #expect(seen == [.readAgain(nil), .listAgain, .readAgain(nil), .listAgain, .readAgain(nil)])
        }
    }
}
