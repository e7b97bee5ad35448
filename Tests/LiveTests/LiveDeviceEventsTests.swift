import Glibc
@testable import Live
import Shared
import TestSupport
import Testing

@Suite("Devices of this machine")
struct LiveDeviceEventsTests {
    @Test("the loopback interface is among the network devices, with udev's properties")
    func enumeration() throws {
        let devices = try LiveDeviceEvents(log: RecordedLog()).devices(DeviceFilter(subsystem: "net"))
        let loopback = devices.first { $0.path == "/devices/virtual/net/lo" }
        #expect(loopback?.subsystem == "net")
        #expect(loopback?.properties["INTERFACE"] == "lo")
    }

    @Test("a subsystem or type that this machine does not have has no devices")
    func nothing() throws {
        let events = LiveDeviceEvents(log: RecordedLog())
        #expect(try events.devices(DeviceFilter(subsystem: "none_of_this")) == [])
        #expect(try events.devices(DeviceFilter(subsystem: "net", deviceType: "none_of_this")) == [])
    }

    @Test("the monitor is closed when nobody reads its notices any more")
    func abandoned() async {
        let events = LiveDeviceEvents(log: RecordedLog())
        await withCheckedContinuation { closed in
            _ = events.notices([DeviceFilter(subsystem: "usb")], whenClosed: { closed.resume() })
        }
    }

    @Test("the monitor is closed when the task that reads its notices is cancelled")
    func cancelled() async {
        let events = LiveDeviceEvents(log: RecordedLog())
        let (closed, continuation) = AsyncStream.makeStream(of: Void.self)
        let stream = events.notices([DeviceFilter(subsystem: "usb")], whenClosed: { continuation.finish() })
        let reader = Task {
            for await _ in stream {}
        }
        reader.cancel()
        await reader.value
        for await _ in closed {}
    }

    @Test("that udev is absent is said once, however many listen")
    func absence() {
        let log = RecordedLog()
        let events = LiveDeviceEvents(log: log)
        for _ in 0..<3 { _ = events.notices([DeviceFilter(subsystem: "usb")]) }
        let hasDaemon = access("/run/udev/control", F_OK) == 0
        #expect(log.lines.map(\.priority) == (hasDaemon ? [] : [.notice]))
    }
}
