import SensorSDK
import Shared
import TestSupport
import Testing

@testable import DeviceEvents

/// Whatever udev says of whatever device.
@Suite struct DeviceEventsPropertyTests {
    private static let keys = [
        "ID_MODEL", "ID_MODEL_ENC", "ID_MODEL_ID", "ID_MODEL_FROM_DATABASE", "ID_VENDOR", "ID_VENDOR_ENC",
        "ID_VENDOR_ID", "ID_VENDOR_FROM_DATABASE", "ID_NAME", "NAME", "POWER_SUPPLY_NAME", "INTERFACE", "DEVPATH_OLD",
        "PRODUCT",
    ]
    private static let actions = ["add", "remove", "change", "move", "bind", "unbind", "online", "", "\u{1B}x", "frob"]
    private static let kinds: [(subsystem: String, type: String?)] = [
        ("usb", "usb_device"), ("usb", "usb_interface"), ("block", "disk"), ("block", "partition"), ("net", nil),
        ("input", nil), ("sound", nil), ("drm", "drm_minor"), ("power_supply", nil), ("frob", nil),
    ]
    private static let named = ["usb:1234:5678", "usb:1234:5678:#5e1f0a"]
    private static let secret = "SERIAL4711"

    @Test("any properties of any device give a clean name, a right count, and no serial number")
    func properties() async throws {
        for seed in SeededChance.seeds(60) {
            var chance = SeededChance(seed: seed)
            let events = SteppedDeviceEvents()
            let clock = TestClock()
            events.set((0..<chance.below(5)).map { _ in Self.device(&chance) })
            await inWorld {
                $0.use(clock)
                $0.deviceEvents = events
            } operation: {
                let provider = DeviceEventsProvider(context: .test(namedSources: Self.named))
                let changes = provider.changes()
                for _ in 0..<30 {
                    if chance.happens(5) {
                        events.set((0..<chance.below(5)).map { _ in Self.device(&chance) })
                        await events.send(.overrun)
                    }
                    await events.send(.happened(action: chance.one(of: Self.actions), Self.device(&chance)))
                    if chance.happens(30) { clock.advance(by: .milliseconds(chance.below(1500))) }
                }
                await Sanity.check(provider, seed: seed)
                for event in await Self.end(events, clock, provider, changes) {
                    let texts = [event.name, event.vendor ?? "", event.model ?? ""]
                    #expect(texts.allSatisfy { Sanity.isClean($0, limit: 64) }, "SENSOR_SEED=\(seed): \(texts)")
                    #expect(!event.name.isEmpty, "SENSOR_SEED=\(seed)")
                    #expect(!"\(event)".contains(Self.secret), "SENSOR_SEED=\(seed)")
                }
            }
        }
    }

    /// Ends the monitor and lets all that is held become due.
    private static func end(
        _ events: SteppedDeviceEvents,
        _ clock: TestClock,
        _ provider: DeviceEventsProvider,
        _ changes: AsyncStream<ProviderChange>
    ) async -> [DeviceEvent] {
        events.finish()
        while let watch = provider.watch, await watch.heldCount > 0 {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
        var told: [DeviceEvent] = []
        for await case .happened(let event) in changes { told.append(event) }
        return told
    }

    private static func device(_ chance: inout SeededChance) -> Device {
        let (subsystem, type) = chance.one(of: kinds)
        let node = chance.one(of: ["1-1", "1-2", "sda", "card0", "input3", "wlan0", "BAT0"])
        let path = chance.happens(90) ? "/devices/pci0000:00/\(subsystem)/\(node)" : Hostile.text(&chance)
        var properties = ["ID_SERIAL": secret, "ID_WWN": secret, "POWER_SUPPLY_SERIAL_NUMBER": secret]
        for key in keys where chance.happens(40) { properties[key] = Hostile.text(&chance) }
        if chance.happens(30) { properties["PRODUCT"] = "1234/5678/100" }
        if chance.happens(20) { properties["DEVPATH_OLD"] = "/devices/pci0000:00/\(subsystem)/1-1" }
        return Device(path: path, subsystem: subsystem, deviceType: type, properties: properties)
    }
}
