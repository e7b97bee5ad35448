package import FoundationEssentials
import SQLite
package import SensorSDK
package import Shared

extension Store {
    static let mostRegistrations = 50
    static let mostStates = 200
    static let mostEventsInBatch = 50

    /// What is to go to a server next; the same again until ``apply(_:to:from:at:)`` says what became of it.
    ///
    /// Items of a history go together with the last descriptions of sensors that are due. Else a state goes only after the server
    /// was told of its sensor, so with the batch after the registration.
    package func batch(for server: ServerRecord.ID, now: Date) throws(StoreError) -> Batch {
        try checkServer(server)
        let pairs = try pairs(of: server)
        let sensors = try sensorsByID()
        let orders = pairs.filter { $0.value.registration?.isDue(now) ?? false }.sorted { $0.key < $1.key }
            .compactMap { id, pair in pair.order(for: sensors[id]) }
        let time = Instant(wall: now, boot: Current.sinceBoot())
        let knownAs = try idsAtServer(server)
        let registrations = Array(orders.prefix(Self.mostRegistrations))
        if var history = try history(for: server, pairs, sensors, time) {
            if orders.count > registrations.count { history.items = [] }
            return Batch(registrations: registrations, history: history, knownAs: knownAs)
        }
        return try Batch(
            registrations: registrations,
            states: states(for: server, pairs, sensors),
            events: events(for: server, pairs, sensors, time),
            knownAs: knownAs
        )
    }

    /// What waits for a server.
    package func depth(of server: ServerRecord.ID) throws(StoreError) -> QueueDepth {
        try checkServer(server)
        let pairs = try pairs(of: server)
        let sensors = try sensorsByID()
        let refusals = pairs.compactMap { id, pair in
            (pair.enablement?.setAside ?? pair.registration?.refusal).map { (sensor: id, reason: $0) }
        }
        let (dropped, history) = try inOutbox { (outbox) throws(SQLiteError) in
            (try Self.dropped(server, in: outbox), try Self.historySize(server, in: outbox))
        }
        let mayReport = { (id: SensorID) in pairs[id]?.mayReport(sensors[id]) ?? false }
        return QueueDepth(
            registrations: pairs.count { $0.value.order(for: sensors[$0.key]) != nil },
            states: try queuedSensors("states", server).count(where: mayReport)
                + (history.map { $0.items - $0.events } ?? 0),
            events: try queuedSensors("events", server).count(where: mayReport) + (history?.events ?? 0),
            droppedEvents: dropped,
            setAside: refusals.sorted { $0.sensor < $1.sensor }
        )
    }

    /// Sensors of which something waits for a server, whatever it waits for.
    package func waitingSensors(of server: ServerRecord.ID) throws(StoreError) -> Set<SensorID> {
        Set(try queuedSensors("states", server) + queuedSensors("events", server) + recordedSensors(for: server))
    }

    private func queuedSensors(_ table: String, _ server: ServerRecord.ID) throws(StoreError) -> [SensorID] {
        try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.rows("SELECT sensor FROM \(table) WHERE server = ?", .integer(server)) {
                (row) throws(SQLiteError) in try Self.sensorID(row.text(0))
            }
        }
    }

    private func states(
        for server: ServerRecord.ID,
        _ pairs: [SensorID: Pair],
        _ sensors: [SensorID: Sensor]
    ) throws(StoreError) -> [StateItem] {
        let epoch = try open().epoch
        return try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.firstRows(
                Self.mostStates,
                """
                SELECT sensor, number, kind, icon, outcome, value, attributes, wall, since_boot
                FROM states WHERE server = ? ORDER BY number
                """,
                .integer(server)
            ) { (row) throws(SQLiteError) -> StateItem? in
                let id = try Self.sensorID(row.text(0))
                guard let pair = pairs[id], pair.registration?.told == true else { return nil }
                var item = try Self.readState(row, id, epoch)
                if let item, !pair.mayReport(sensors[id], item.reading.outcome) { return nil }
                if let accepted = pair.enablement?.accepted, let reading = item?.reading {
                    item?.reading.attributes = accepted.accepted(reading.attributes)
                }
                return item
            }
        }
    }

    private func events(
        for server: ServerRecord.ID,
        _ pairs: [SensorID: Pair],
        _ sensors: [SensorID: Sensor],
        _ now: Instant
    ) throws(StoreError) -> [EventItem] {
        let epoch = try open().epoch
        return try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.transaction { () throws(SQLiteError) in
                try Self.dropOld(now, server, boot, bounds, in: outbox)
            }
            return try outbox.firstRows(
                Self.mostEventsInBatch,
                """
                SELECT sensor, number, attempts, id, action, name, vendor, model, wall, since_boot
                FROM events WHERE server = ? ORDER BY number
                """,
                .integer(server)
            ) { (row) throws(SQLiteError) -> EventItem? in
                let id = try Self.sensorID(row.text(0))
                guard let pair = pairs[id], pair.mayReport(sensors[id]),
                    var item = try Self.readEvent(row, id, epoch)
                else { return nil }
                if let accepted = pair.enablement?.accepted { item.event = item.event.limited(to: accepted) }
                return item
            }
        }
    }

    /// - Returns: `nil` for a value that this version does not know; the next reading replaces it.
    static func readState(_ row: Statement, _ id: SensorID, _ epoch: Int64) throws(SQLiteError) -> StateItem? {
        guard let kind = SensorKind(rawValue: try row.text(2)),
            let valueKind = StoredValue.Kind(rawValue: try row.text(4)),
            let outcome = StoredValue(kind: valueKind, content: try row.value(5)).outcome
        else { return nil }
        let attributes =
            try row.textIfAny(6).map { (text) throws(SQLiteError) in
                try StoredJSON.value([String: StoredValue].self, from: text)
            } ?? [:]
        let reading = Reading(
            id,
            outcome,
            attributes: attributes.compactMapValues(\.value),
            at: try readInstant(row, wall: 7, sinceBoot: 8)
        )
        return StateItem(
            sequence: QueueSequence(epoch: epoch, number: try row.integer(1)),
            kind: kind,
            icon: try row.textIfAny(3),
            reading: reading
        )
    }

    /// - Returns: `nil` for an action that this version does not know; the event waits for one that does.
    static func readEvent(_ row: Statement, _ id: SensorID, _ epoch: Int64) throws(SQLiteError) -> EventItem? {
        guard let action = DeviceEvent.Action(rawValue: try row.text(4)) else { return nil }
        let event = DeviceEvent(
            id: try row.text(3),
            sensor: id,
            action: action,
            name: try row.text(5),
            vendor: try row.textIfAny(6),
            model: try row.textIfAny(7),
            time: try readInstant(row, wall: 8, sinceBoot: 9)
        )
        return EventItem(
            sequence: QueueSequence(epoch: epoch, number: try row.integer(1)),
            attempt: Int(try row.integer(2)) + 1,
            event: event
        )
    }

    /// Rows of the queue whose content is none of what may stand there, by table.
    static func unreadableRows(
        in outbox: Database
    ) throws(SQLiteError) -> [(table: String, number: (server: SQLiteValue, number: SQLiteValue))] {
        var found: [(table: String, number: (server: SQLiteValue, number: SQLiteValue))] = []
        _ = try outbox.rows(
            "SELECT sensor, number, kind, icon, outcome, value, attributes, wall, since_boot, server FROM states"
        ) { (row) throws(SQLiteError) in
            do throws(SQLiteError) { _ = try readState(row, sensorID(row.text(0)), 0) } catch {
                found.append(("states", (try row.value(9), try row.value(1))))
            }
        }
        _ = try outbox.rows(
            "SELECT sensor, number, attempts, id, action, name, vendor, model, wall, since_boot, server FROM events"
        ) { (row) throws(SQLiteError) in
            do throws(SQLiteError) { _ = try readEvent(row, sensorID(row.text(0)), 0) } catch {
                found.append(("events", (try row.value(10), try row.value(1))))
            }
        }
        _ = try outbox.rows(
            "SELECT sensor, number, outcome, value, attributes, wall, since_boot, server FROM history"
        ) { (row) throws(SQLiteError) in
            do throws(SQLiteError) { _ = try readItem(row, sensorID(row.text(0)), 0) } catch {
                found.append(("history", (try row.value(7), try row.value(1))))
            }
        }
        return found
    }

    static func readInstant(_ row: Statement, wall: Int32, sinceBoot: Int32) throws(SQLiteError) -> Instant {
        Instant(
            wall: Date(timeIntervalSinceReferenceDate: try row.real(wall)),
            boot: .nanoseconds(try row.integer(sinceBoot))
        )
    }
}
