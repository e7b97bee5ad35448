package import SensorSDK
import Shared

/// One reading, or one thing that happened. Exactly one of value, reason and event is there.
package struct ItemDocument: Codable, Sendable, Hashable {
    package struct Event: Codable, Sendable, Hashable {
        /// 32 hexadecimal digits; the same event has the same id at every server.
        package var id: String
        package var action: String
        package var name: String
        package var vendor: String?
        package var model: String?
    }

    /// Its place in the order, and with epoch and agent its name: what comes twice has the same.
    package var number: Int64
    package var sensor: SensorID
    /// Of the agent's wall clock: ISO 8601 with milliseconds and offset.
    package var time: String
    package var value: ItemValue?
    /// Why there is no value.
    package var unavailable: String?
    package var attributes: [String: ItemValue]?
    package var event: Event?

    init(_ item: HistoryItem) {
        number = item.sequence.number
        sensor = item.sensor
        time = WireTime.preciseText(item.time.wall)
        switch item.content {
        case .reading(let reading):
            switch reading.outcome {
            case .value(let value):
                self.value = ItemValue(value)
                if self.value == nil { unavailable = UnavailableReason.malformed.rawValue }
            case .unavailable(let reason): unavailable = reason.rawValue
            }
            let attributes = reading.attributes.compactMapValues(ItemValue.init)
            if !attributes.isEmpty { self.attributes = attributes }
        case .event(let event):
            self.event = Event(
                id: event.id,
                action: event.action.rawValue,
                name: event.name.printable(limit: 64),
                vendor: event.vendor?.printable(limit: 64),
                model: event.model?.printable(limit: 64)
            )
        }
    }

    var isSound: Bool {
        [value != nil, unavailable != nil, event != nil].count { $0 } == 1 && !time.isEmpty
    }
}
