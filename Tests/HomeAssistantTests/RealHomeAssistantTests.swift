import FoundationEssentials
import HomeAssistant
import Live
import SensorSDK
import Shared
import TestSupport
import Testing

/// Our client against a real Home Assistant: what the golden bytes are believed to do, seen.
@Suite(.realHomeAssistant, .world { $0.http = CurlTransport() }, .timeLimit(.minutes(10)))
struct RealHomeAssistantTests {
    private func link(to server: RealHomeAssistant, deviceName: String = "Test laptop") async throws -> any ServerLink {
        let deviceID = "0123456789abcdef0123456789abcdef"
        let registration = try await HomeAssistantKind().register(
            Onboarding(
                url: server.url,
                token: server.token,
                deviceName: deviceName,
                deviceID: deviceID,
                host: HostFacts(model: "T480", manufacturer: "LENOVO", osName: "Debian", osVersion: "12"),
                allowsPlainHTTP: false
            )
        )
        #expect(registration.version == server.version)
        return try HomeAssistantKind().link(
            to: ServerRecord(
                id: 1,
                name: "home",
                kind: "homeassistant",
                url: registration.url,
                deviceName: deviceName,
                deviceID: deviceID,
                credentials: registration.credentials
            )
        )
    }

    private func sensors() throws -> [Sensor] {
        [
            try Samples.level(),
            try Samples.charging(),
            try Sensor(
                id: SensorID("storage.root.available"),
                device: "Disk",
                name: "Disk / available",
                deviceClass: .dataSize,
                unit: .byte,
                stateClass: .measurement,
                category: .diagnostic,
                icon: "mdi:harddisk"
            ),
        ]
    }

    private func states(_ level: SensorValue, _ charging: Bool, _ available: Int64) throws -> [StateItem] {
        [
            try Samples.state(
                "battery.bat0.level",
                .value(level),
                icon: "mdi:battery",
                attributes: ["cycles": .integer(7)]
            ),
            try Samples.state("battery.bat0.charging", .value(.flag(charging)), kind: .binarySensor),
            try Samples.state("storage.root.available", .value(.integer(available)), icon: "mdi:harddisk"),
        ]
    }

    @Test("three sensors make exactly three entities with their units and classes, and values arrive and change")
    func firstLight() async throws {
        try await RealHomeAssistant.with { server in
            let link = try await link(to: server)
            let orders = try sensors().map { RegistrationOrder(sensor: $0, disabled: false) }
            let first = await link.deliver(
                Batch(registrations: orders, states: try states(.number(81.5), true, 1_234_567_890_123))
            )
            #expect(first.fault == nil)
            #expect(first.registrations.values.allSatisfy { $0 == .accepted })
            #expect(first.states.count == 3)
            #expect(first.states.values.allSatisfy { $0 == .accepted })
            #expect(first.serverVersion == server.version)

            let entries = try await server.registry().filter { $0.sensor != nil }
            #expect(
                Set(entries.compactMap(\.sensor))
                    == ["battery.bat0.level", "battery.bat0.charging", "storage.root.available"]
            )
            #expect(entries.count == 3)
            #expect(entries.first { $0.sensor == "battery.bat0.level" }?.category == nil)
            #expect(entries.first { $0.sensor == "battery.bat0.charging" }?.category == "diagnostic")
            #expect(entries.first { $0.sensor == "storage.root.available" }?.category == "diagnostic")

            let level = try await server.state(of: "battery.bat0.level", toBe: "81.5")
            #expect(level.attributes.unit == "%")
            #expect(level.attributes.deviceClass == "battery")
            #expect(level.attributes.stateClass == "measurement")
            #expect(level.attributes.icon == "mdi:battery")
            #expect(level.attributes.friendlyName == "Test laptop BAT0 level")
            let charging = try await server.state(of: "battery.bat0.charging", toBe: "on")
            #expect(charging.attributes.deviceClass == "battery_charging")
            #expect(charging.attributes.unit == nil)
            #expect(charging.attributes.icon == nil)
            let available = try await server.state(of: "storage.root.available", toBe: "1234567890123")
            #expect(available.attributes.unit == "B")
            #expect(available.attributes.deviceClass == "data_size")
            #expect(available.attributes.stateClass == "measurement")

            #expect(await link.deliver(Batch(states: try states(.integer(80), false, 5))).fault == nil)
            try await server.state(of: "battery.bat0.level", toBe: "80")
            try await server.state(of: "battery.bat0.charging", toBe: "off")
            try await server.state(of: "storage.root.available", toBe: "5")

            let gone = try Samples.state("battery.bat0.level", .unavailable(.notPresent), icon: "mdi:battery")
            #expect(await link.deliver(Batch(states: [gone])).fault == nil)
            try await server.state(of: "battery.bat0.level", toBe: "unavailable")
        }
    }

    @Test("a sensor that is described with its value shows it from the first moment on, also when it is described anew")
    func describedWithValue() async throws {
        try await RealHomeAssistant.with { server in
            let link = try await link(to: server)
            func describe(_ outcomes: [Reading.Outcome], disabled: Bool?) async throws {
                let orders = try zip(sensors(), outcomes).map { sensor, outcome in
                    RegistrationOrder(
                        sensor: sensor,
                        disabled: disabled,
                        reading: Reading(sensor.id, outcome, at: Samples.time)
                    )
                }
                let receipt = await link.deliver(Batch(registrations: orders))
                #expect(receipt.registrations.values.allSatisfy { $0 == .accepted } && receipt.fault == nil)
            }
            try await describe(
                [.value(.number(81.5)), .value(.flag(true)), .unavailable(.notPresent)],
                disabled: false
            )
            try await server.state(of: "battery.bat0.level", toBe: "81.5")
            try await server.state(of: "battery.bat0.charging", toBe: "on")
            try await server.state(of: "storage.root.available", toBe: "unavailable")
            try await describe([.value(.integer(80)), .unavailable(.timeout), .value(.integer(5))], disabled: nil)
            try await server.state(of: "battery.bat0.level", toBe: "80")
            try await server.state(of: "battery.bat0.charging", toBe: "unavailable")
            try await server.state(of: "storage.root.available", toBe: "5")
            #expect(await link.deliver(Batch(states: try states(.integer(7), false, 6))).fault == nil)
            try await server.state(of: "battery.bat0.level", toBe: "7")
            try await server.state(of: "battery.bat0.charging", toBe: "off")
            try await server.state(of: "storage.root.available", toBe: "6")
        }
    }

    @Test("what the owner does in Home Assistant comes back: disabled, deleted, the whole machine deleted")
    func ownersChoices() async throws {
        try await RealHomeAssistant.with { server in
            let link = try await link(to: server)
            let level = try SensorID("battery.bat0.level")
            let order = RegistrationOrder(sensor: try Samples.level(), disabled: false)
            let batch = Batch(states: [try Samples.state(level.description, .value(.integer(50)))])
            #expect(await link.deliver(Batch(registrations: [order])).registrations == [level: .accepted])

            try await server.ask("disable-entity", "uid:\(level)")
            #expect(await link.deliver(batch).states == [level: .disabledByServer])
            // Told anew without an explicit wish, the owner's choice stays.
            let reminder = RegistrationOrder(sensor: try Samples.level(), disabled: nil)
            #expect(await link.deliver(Batch(registrations: [reminder])).registrations == [level: .accepted])
            #expect(await link.deliver(batch).states == [level: .disabledByServer])

            try await server.ask("remove-entity", "uid:\(level)")
            #expect(await link.deliver(batch).states == [level: .notRegistered])

            try await server.ask("delete-registration")
            let unknown = await link.deliver(batch)
            #expect(unknown.fault == .empty)
            #expect(unknown.states.isEmpty)
            try await server.stop()
            guard case .unreachable = await link.deliver(batch).fault else {
                Issue.record("a stopped server was reached")
                return
            }
            try await server.startAgain()
            #expect(await link.deliver(batch).fault == .gone)
        }
    }

    @Test("a server that was stopped and started again gets the newest value over the same link")
    func restart() async throws {
        try await RealHomeAssistant.with { server in
            let link = try await link(to: server)
            let order = RegistrationOrder(sensor: try Samples.level(), disabled: false)
            let batch = Batch(
                registrations: [order],
                states: [try Samples.state("battery.bat0.level", .value(.integer(1)))]
            )
            #expect(await link.deliver(batch).fault == nil)
            try await server.stop()
            let newest = Batch(states: [try Samples.state("battery.bat0.level", .value(.integer(2)))])
            #expect(await link.deliver(newest).states.isEmpty)
            try await server.startAgain()
            let receipt = await link.deliver(newest)
            #expect(receipt.states == [try SensorID("battery.bat0.level"): .accepted])
            try await server.state(of: "battery.bat0.level", toBe: "2")
        }
    }

    @Test("every event that is said to be delivered is on the bus, whatever the device is called")
    func events() async throws {
        try await RealHomeAssistant.with { server in
            let link = try await link(to: server)
            let names = [
                "USB disk", "", "Ünïcödé 磁盤 🧨", "quote \" backslash \\ slash / {{ 1 + 1 }}", "\u{1B}[31mred\n\u{202E}",
                String(repeating: "long ", count: 100),
            ]
            let items = try names.enumerated().map { index, name in
                try Samples.event(number: .max - 10 + Int64(index), attempt: index + 1, vendor: name, name: name)
            }
            let lines = try await server.events(ofType: "sensor_agent_device_event", count: items.count) {
                let receipt = await link.deliver(Batch(events: items))
                #expect(receipt.fault == nil)
                #expect(receipt.deliveredEvents == Set(items.map(\.sequence)))
            }
            struct Fired: Decodable {
                struct Content: Decodable {
                    var sequence: [Int64]
                    var attempt: Int
                    var name: String
                    var time: String
                    var device_id: String
                }
                var data: Content
            }
            let fired = try lines.map { try JSONDecoder().decode(Fired.self, from: Data($0.utf8)).data }
            #expect(fired.map(\.sequence) == items.map { [$0.sequence.epoch, $0.sequence.number] })
            #expect(fired.map(\.attempt) == Array(1...items.count))
            #expect(fired.map(\.name) == names.map { $0.printable(limit: 64) })
            #expect(fired.allSatisfy { $0.time == "2026-01-01T00:00:00.250+00:00" })
            #expect(fired.allSatisfy { $0.device_id == "0123456789abcdef0123456789abcdef" })
        }
    }
}
