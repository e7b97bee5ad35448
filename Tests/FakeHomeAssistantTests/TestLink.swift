import FakeHomeAssistant
import HomeAssistant
import SensorSDK
import Shared

/// A registered machine and things that it sends.
enum TestLink {
    static let deviceID = "0123456789abcdef0123456789abcdef"

    static func record(with server: FakeHomeAssistant) async throws -> ServerRecord {
        let registration = try await HomeAssistantKind().register(
            Onboarding(
                url: server.url,
                token: server.token,
                deviceName: "Laptop",
                deviceID: deviceID,
                host: HostFacts(model: "T480", manufacturer: "LENOVO", osName: "Debian", osVersion: "12"),
                allowsPlainHTTP: false
            )
        )
        return ServerRecord(
            id: 1,
            name: "home",
            kind: "homeassistant",
            url: registration.url,
            deviceName: "Laptop",
            deviceID: deviceID,
            credentials: registration.credentials
        )
    }

    static func register(with server: FakeHomeAssistant) async throws -> any ServerLink {
        try HomeAssistantKind().link(to: try await record(with: server))
    }

    static func order(_ id: String, disabled: Bool? = false) throws -> RegistrationOrder {
        RegistrationOrder(
            sensor: try Sensor(id: SensorID(id), device: "Thing", name: "Thing \(id)", icon: "mdi:test-tube"),
            disabled: disabled
        )
    }

    static func state(_ id: String, _ value: Int64) throws -> StateItem {
        StateItem(
            sequence: QueueSequence(epoch: 1, number: value),
            kind: .sensor,
            icon: "mdi:test-tube",
            reading: Reading(try SensorID(id), .value(.integer(value)), at: Current.instant)
        )
    }

    static func event(_ number: Int, attempt: Int = 1, name: String) throws -> EventItem {
        EventItem(
            sequence: QueueSequence(epoch: 1, number: Int64(number)),
            attempt: attempt,
            event: DeviceEvent(
                id: "00112233445566778899aabbccddeeff",
                sensor: try SensorID("device_events.usb.last_event"),
                action: .added,
                name: name,
                time: Current.instant
            )
        )
    }
}
