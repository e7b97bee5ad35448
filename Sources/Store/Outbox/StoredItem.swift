import SQLite
import SensorSDK
import Shared

/// A ``HistoryItem`` as columns of the table `history`: a reading as in `states`, an event with the letter `e` and as JSON.
struct StoredItem {
    /// The letter is kept for ever; see ``StoredValue/Kind`` for the others.
    static let event = "e"

    var sensor: SensorID
    var outcome: String
    var value: SQLiteValue
    var attributes: String?
    var time: Instant

    init(_ content: HistoryItem.Content) throws(SQLiteError) {
        switch content {
        case .reading(let reading):
            let stored = StoredValue(reading.outcome)
            let attributes = reading.attributes.compactMapValues(StoredValue.init)
            sensor = reading.sensor
            outcome = stored.kind.rawValue
            value = stored.content
            if !attributes.isEmpty { self.attributes = try StoredJSON.text(attributes) }
            time = reading.time
        case .event(let event):
            sensor = event.sensor
            outcome = Self.event
            value = .text(try StoredJSON.text(EventContent(event)))
            time = event.time
        }
    }

    /// What it counts for among the limits: its texts, and a little for everything else.
    var bytes: Int {
        var bytes = 64 + sensor.description.utf8.count + (attributes?.utf8.count ?? 0)
        if case .text(let text) = value { bytes += text.utf8.count }
        return bytes
    }

    /// - Returns: `nil` for what this version does not know.
    static func content(
        of sensor: SensorID,
        outcome: String,
        value: SQLiteValue,
        attributes: String?,
        time: Instant
    ) throws(SQLiteError) -> HistoryItem.Content? {
        if outcome == event {
            guard case .text(let text) = value else { return nil }
            return try StoredJSON.value(EventContent.self, from: text).event(of: sensor, at: time).map { .event($0) }
        }
        guard let kind = StoredValue.Kind(rawValue: outcome),
            let outcome = StoredValue(kind: kind, content: value).outcome
        else { return nil }
        let stored =
            try attributes.map { (text) throws(SQLiteError) in
                try StoredJSON.value([String: StoredValue].self, from: text)
            } ?? [:]
        return .reading(Reading(sensor, outcome, attributes: stored.compactMapValues(\.value), at: time))
    }

    /// The keys are kept for ever.
    private struct EventContent: Codable {
        var id: String
        var action: String
        var name: String
        var vendor: String?
        var model: String?

        init(_ event: DeviceEvent) {
            id = event.id
            action = event.action.rawValue
            name = event.name
            vendor = event.vendor
            model = event.model
        }

        func event(of sensor: SensorID, at time: Instant) -> DeviceEvent? {
            DeviceEvent.Action(rawValue: action).map {
                DeviceEvent(id: id, sensor: sensor, action: $0, name: name, vendor: vendor, model: model, time: time)
            }
        }
    }
}
