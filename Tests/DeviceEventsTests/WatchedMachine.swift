import SensorSDK
import Shared
import TestSupport

@testable import DeviceEvents

/// A provider whose changes a test follows step by step, on a clock and udev of its own. To be made in the machine's world.
struct WatchedMachine {
    let events: SteppedDeviceEvents
    let clock: TestClock
    let provider: DeviceEventsProvider
    let changes: AsyncStream<ProviderChange>

    /// - Parameter operation: Runs in the world in which the provider already follows its devices.
    static func run(
        categories: [DeviceCategory] = [.usb, .block],
        devices: [Device] = [],
        named: [String] = [],
        operation: (WatchedMachine) async throws -> Void
    ) async throws {
        let events = SteppedDeviceEvents()
        let clock = TestClock()
        events.set(devices)
        try await inWorld {
            $0.use(clock)
            $0.deviceEvents = events
        } operation: {
            let provider = DeviceEventsProvider(
                categories: categories,
                named: named.compactMap { NamedDevice($0, context: .test()) }
            )
            let changes = provider.changes()
            try await operation(
                WatchedMachine(events: events, clock: clock, provider: provider, changes: changes)
            )
        }
    }

    func send(_ action: String, _ device: Device) async {
        await events.send(.happened(action: action, device))
    }

    /// Ends the monitor, lets all that is still held become due, and gives everything that was told.
    func finish() async -> [ProviderChange] {
        let collector = Collector()
        let changes = changes
        let task = Task {
            for await change in changes { await collector.add(change) }
            await collector.end()
        }
        events.finish()
        while await !collector.isOver {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
        await task.value
        return await collector.changes
    }

    private actor Collector {
        var changes: [ProviderChange] = []
        var isOver = false

        func add(_ change: ProviderChange) { changes.append(change) }
        func end() { isOver = true }
    }

    /// `nil` for a text that is no id.
    func outcome(_ id: String) async -> Reading.Outcome? {
        guard let id = try? SensorID(id) else { return nil }
        return await provider.read([id]).first?.outcome
    }

    static func usb(_ port: String, _ name: String = "Phone", serial: String? = nil) -> Device {
        var properties = ["ID_VENDOR_ENC": "ACME", "ID_MODEL_ENC": name, "ID_VENDOR_ID": "1234", "ID_MODEL_ID": "5678"]
        properties["PRODUCT"] = "1234/5678/100"
        properties["ID_SERIAL"] = serial
        properties["ID_SERIAL_SHORT"] = serial
        return Device(
            path: "/devices/pci0000:00/0000:00:14.0/usb1/\(port)",
            subsystem: "usb",
            deviceType: "usb_device",
            properties: properties
        )
    }

    /// As the kernel tells of one that is gone: nothing but the path.
    static func gone(_ port: String) -> Device {
        Device(path: "/devices/pci0000:00/0000:00:14.0/usb1/\(port)", subsystem: "usb", deviceType: "usb_device")
    }
}

extension [ProviderChange] {
    var events: [DeviceEvent] {
        compactMap { if case .happened(let event) = $0 { event } else { nil } }
    }

    /// `added: ACME Phone`
    var told: [String] { events.map { "\($0.action.rawValue): \($0.name)" } }
}
