import SensorSDK
import Shared

/// The `data` of `fire_event`. A server answers a malformed event like a good one, so that nothing here can be malformed:
/// the type is a constant, every text is cut, and only integers within 64 bits are numbers.
struct EventCall: Encodable, Sendable {
    /// Kept for ever: the owners' automations listen for it.
    static let eventType = "sensor_agent_device_event"

    private let item: EventItem
    private let deviceID: String

    /// - Parameter deviceID: The one of the registration, since the server adds nothing that names the machine.
    init(_ item: EventItem, deviceID: String) {
        self.item = item
        self.deviceID = deviceID
    }

    private enum CodingKeys: String, CodingKey {
        case type = "event_type"
        case data = "event_data"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.eventType, forKey: .type)
        try container.encode(Content(item: item, deviceID: deviceID), forKey: .data)
    }

    private struct Content: Encodable {
        let item: EventItem
        let deviceID: String

        enum CodingKeys: String, CodingKey {
            case sequence, attempt, time, sensor, action, name, vendor, model
            case eventID = "event_id"
            case deviceID = "device_id"
        }

        func encode(to encoder: any Encoder) throws {
            let event = item.event
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(event.id.printable(limit: 64), forKey: .eventID)
            // Compares like the queue's own order: epoch first.
            try container.encode([item.sequence.epoch, item.sequence.number], forKey: .sequence)
            try container.encode(item.attempt, forKey: .attempt)
            try container.encode(WireTime.preciseText(event.time.wall), forKey: .time)
            try container.encode(event.sensor, forKey: .sensor)
            try container.encode(event.action, forKey: .action)
            try container.encode(event.name.printable(limit: 64), forKey: .name)
            try container.encode(deviceID, forKey: .deviceID)
            try container.encodeIfPresent(event.vendor?.printable(limit: 64), forKey: .vendor)
            try container.encodeIfPresent(event.model?.printable(limit: 64), forKey: .model)
        }
    }
}
