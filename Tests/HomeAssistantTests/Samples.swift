import FoundationEssentials
import HomeAssistant
import SensorSDK
import Shared

/// Things to send.
enum Samples {
    static let time = Instant(wall: Date(timeIntervalSince1970: 1_767_225_600.25), boot: .seconds(1000))

    static func record(
        url: String = "http://ha.local:8123",
        credentials: String? = nil,
        version: String? = nil
    ) -> ServerRecord {
        let stored =
            credentials ?? """
                {"allows_plain_http":false,"base_url":"\(url)","key":"\(WebhookServer.key.exposed)",\
                "webhook_id":"\(WebhookServer.webhookID)"}
                """
        return ServerRecord(
            id: 1,
            name: "home",
            kind: "homeassistant",
            url: url,
            deviceName: "Laptop",
            deviceID: "0123456789abcdef0123456789abcdef",
            credentials: Secret(stored),
            version: version
        )
    }

    static func level(deviceClass: DeviceClass? = .battery) throws -> Sensor {
        try Sensor(
            id: SensorID("battery.bat0.level"),
            device: "BAT0",
            name: "BAT0 level",
            deviceClass: deviceClass,
            unit: .percent,
            stateClass: .measurement,
            icon: "mdi:battery"
        )
    }

    static func charging() throws -> Sensor {
        try Sensor(
            id: SensorID("battery.bat0.charging"),
            kind: .binarySensor,
            device: "BAT0",
            name: "BAT0 charging",
            deviceClass: .batteryCharging,
            category: .diagnostic
        )
    }

    static func state(
        _ id: String,
        _ outcome: Reading.Outcome,
        kind: SensorKind = .sensor,
        icon: String? = nil,
        attributes: [String: SensorValue] = [:],
        number: Int64 = 1
    ) throws -> StateItem {
        StateItem(
            sequence: QueueSequence(epoch: 1, number: number),
            kind: kind,
            icon: icon,
            reading: Reading(try SensorID(id), outcome, attributes: attributes, at: time)
        )
    }

    static func event(number: Int64 = 17, attempt: Int = 1, vendor: String? = nil, name: String = "USB disk") throws
        -> EventItem
    {
        EventItem(
            sequence: QueueSequence(epoch: 2, number: number),
            attempt: attempt,
            event: DeviceEvent(
                id: "00112233445566778899aabbccddeeff",
                sensor: try SensorID("device_events.usb.last_event"),
                action: .added,
                name: name,
                vendor: vendor,
                time: time
            )
        )
    }
}
