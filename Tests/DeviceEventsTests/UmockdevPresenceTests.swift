import Live
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import DeviceEvents

@Suite(
    "A named device over the real libudev",
    .serialized,
    .timeLimit(.minutes(1)),
    .enabled(if: Testbed.isPossible, "runs only under umockdev-wrapper: use Tests/umockdev")
)
struct UmockdevPresenceTests {
    private static let stick = "/devices/pci0000:00/0000:00:14.0/usb1/1-1"
    private static let machine = """
        P: \(stick)
        E: SUBSYSTEM=usb
        E: DEVTYPE=usb_device
        E: PRODUCT=951/1666/110

        P: \(stick)/1-1:1.0
        E: SUBSYSTEM=usb
        E: DEVTYPE=usb_interface

        """

    @Test("it is on after a start with the device plugged in, off as soon as it is told to be gone, and on again")
    func comesAndGoes() async throws {
        let testbed = Testbed()
        try testbed.add(Self.machine)
        try await inWorld {
            $0.deviceEvents = LiveDeviceEvents(log: RecordedLog())
        } operation: {
            let provider = DeviceEventsProvider(context: .test(namedSources: ["usb:0951:1666"]))
            let id = try SensorID("device_events.usb_0951_1666.present")
            var changes = provider.changes().makeAsyncIterator()
            #expect(await provider.read([id]).map(\.outcome) == [.value(.flag(true))])

            // umockdev announces only what it has.
            testbed.announce("remove", "/sys\(Self.stick)")
            testbed.remove("/sys\(Self.stick)", "1-1:1.0")
            while let change = await changes.next(), !change.reads(id) {}
            #expect(await provider.read([id]).map(\.outcome) == [.value(.flag(false))])

            try testbed.add(Self.machine)
            testbed.announce("add", "/sys\(Self.stick)")
            while let change = await changes.next(), !change.reads(id) {}
            #expect(await provider.read([id]).map(\.outcome) == [.value(.flag(true))])
        }
    }
}

extension ProviderChange {
    fileprivate func reads(_ id: SensorID) -> Bool {
        if case .readAgain(let ids?) = self { ids.contains(id) } else { false }
    }
}
