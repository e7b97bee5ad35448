import FoundationEssentials
import SQLite
package import SensorSDK
package import Shared

extension Store {
    /// What is queued already is bounded with the next event.
    package func setBounds(_ bounds: QueueBounds) {
        self.bounds = bounds
        historyLimits = bounds.history
    }

    /// Queues states in one transaction. Only the newest of each sensor and server is kept, unless the server keeps a history.
    /// What is off, or disabled by the server, is left out, and so is every attribute that was not accepted.
    package func queue(_ states: [QueuedState]) throws(StoreError) {
        let pairs = try pairs()
        let sensors = try sensorsByID()
        let allowed = states.compactMap { state -> QueuedState? in
            let id = state.reading.sensor
            guard let pair = pairs[state.server]?[id], pair.mayReport(sensors[id], state.reading.outcome) else {
                return nil
            }
            var state = state
            state.reading.attributes = pair.enablement?.accepted.accepted(state.reading.attributes) ?? [:]
            return state
        }
        if allowed.isEmpty { return }
        let recorders = try historyServers()
        let now = Current.instant
        try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.transaction { () throws(SQLiteError) in
                var number = try Self.reserve(allowed.count, in: outbox)
                for state in allowed {
                    if recorders.contains(state.server) {
                        try Self.record(.reading(state.reading), number, state.server, boot, in: outbox)
                    } else {
                        try Self.write(state, number, to: outbox)
                    }
                    number += 1
                }
                for server in recorders.intersection(allowed.map(\.server)) {
                    try Self.dropHistory(server, beyond: historyLimits, now, boot, in: outbox)
                }
            }
        }
    }

    /// Queues an event for those of the servers where its sensor is on. Vendor and model go only where they were accepted.
    package func queue(_ event: DeviceEvent, for servers: [ServerRecord.ID]) throws(StoreError) {
        let pairs = try pairs()
        var event = event
        if try sensorsByID()[event.sensor] == nil { event.sensor = try aliases()[event.sensor] ?? event.sensor }
        let id = event.sensor
        let sensor = try sensorsByID()[id]
        let receivers = servers.filter { pairs[$0]?[id]?.mayReport(sensor) ?? false }
        if receivers.isEmpty { return }
        let recorders = try historyServers()
        try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.transaction { () throws(SQLiteError) in
                var number = try Self.reserve(receivers.count, in: outbox)
                for server in receivers {
                    let accepted = pairs[server]?[id]?.enablement?.accepted
                    let allowed = accepted.map(event.limited) ?? event
                    if recorders.contains(server) {
                        try Self.record(.event(allowed), number, server, boot, in: outbox)
                        try Self.dropHistory(server, beyond: historyLimits, event.time, boot, in: outbox)
                    } else {
                        try Self.write(allowed, number, server, boot, to: outbox)
                        try Self.dropOld(event.time, server, boot, bounds, in: outbox)
                        try Self.dropSurplus(server, bounds, in: outbox)
                    }
                    number += 1
                }
            }
        }
    }

    /// Counts events that were given up before they could be queued.
    package func countDropped(_ events: [ServerRecord.ID: Int]) throws(StoreError) {
        try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.transaction { () throws(SQLiteError) in
                for (server, count) in events { try Self.count(count, server, in: outbox) }
            }
        }
    }

    /// Forgets what waits for a server of these sensors.
    func forgetQueued(
        _ ids: [SensorID],
        of server: ServerRecord.ID,
        withReceipts: Bool = false
    ) throws(StoreError) {
        if ids.isEmpty { return }
        let tables = ["states", "events", "history"] + (withReceipts ? ["receipts"] : [])
        try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.transaction { () throws(SQLiteError) in
                for id in ids {
                    for table in tables {
                        try outbox.run(
                            "DELETE FROM \(table) WHERE server = ? AND sensor = ?",
                            .integer(server),
                            .text(id.description)
                        )
                    }
                }
            }
        }
    }

    /// Gives up the events that waited too long, by the clock that does not jump where the boot is the same.
    static func dropOld(
        _ now: Instant,
        _ server: ServerRecord.ID,
        _ boot: String,
        _ bounds: QueueBounds,
        in outbox: Database
    ) throws(SQLiteError) {
        let dropped = try outbox.run(
            """
            DELETE FROM events WHERE server = ? AND CASE WHEN boot = ? THEN since_boot < ? ELSE wall < ? END
            """,
            .integer(server),
            .text(boot),
            .integer((now.boot - bounds.longestWait).nanoseconds),
            .real(now.wall.timeIntervalSinceReferenceDate - bounds.longestWait / .seconds(1))
        )
        try count(dropped, server, in: outbox)
    }

    private static func dropSurplus(
        _ server: ServerRecord.ID,
        _ bounds: QueueBounds,
        in outbox: Database
    ) throws(SQLiteError) {
        let dropped = try outbox.run(
            """
            DELETE FROM events WHERE server = ?1 AND number <= (
                SELECT number FROM events WHERE server = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2
            )
            """,
            .integer(server),
            .integer(Int64(bounds.mostEvents))
        )
        try count(dropped, server, in: outbox)
    }

    static func count(_ dropped: Int, _ server: ServerRecord.ID, in outbox: Database) throws(SQLiteError) {
        if dropped == 0 { return }
        try outbox.run(
            """
            INSERT INTO drops (server, events) VALUES (?, ?)
            ON CONFLICT (server) DO UPDATE SET events = events + excluded.events
            """,
            .integer(server),
            .integer(Int64(dropped))
        )
    }

    /// - Returns: The first of so many numbers that nobody had yet.
    private static func reserve(_ count: Int, in outbox: Database) throws(SQLiteError) -> Int64 {
        let last = try outbox.first(
            "UPDATE outbox SET last_number = last_number + ? RETURNING last_number",
            .integer(Int64(count))
        ) { (row) throws(SQLiteError) in try row.integer(0) }
        guard let last else { throw .unexpectedValue("the outbox has lost its place in the order") }
        return last - Int64(count) + 1
    }

    private static func write(
        _ state: QueuedState,
        _ number: Int64,
        to outbox: Database
    ) throws(SQLiteError) {
        let reading = state.reading
        let outcome = StoredValue(reading.outcome)
        let attributes = reading.attributes.compactMapValues(StoredValue.init)
        try outbox.run(
            """
            INSERT INTO states (server, sensor, number, kind, icon, outcome, value, attributes, wall, since_boot)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (server, sensor) DO UPDATE SET number = excluded.number, kind = excluded.kind,
            icon = excluded.icon, outcome = excluded.outcome, value = excluded.value, attributes = excluded.attributes,
            wall = excluded.wall, since_boot = excluded.since_boot
            """,
            .integer(state.server),
            .text(reading.sensor.description),
            .integer(number),
            .text(state.kind.rawValue),
            SQLiteValue(state.icon),
            .text(outcome.kind.rawValue),
            outcome.content,
            attributes.isEmpty ? .null : .text(try StoredJSON.text(attributes)),
            .real(reading.time.wall.timeIntervalSinceReferenceDate),
            .integer(reading.time.boot.nanoseconds)
        )
    }

    private static func write(
        _ event: DeviceEvent,
        _ number: Int64,
        _ server: ServerRecord.ID,
        _ boot: String,
        to outbox: Database
    ) throws(SQLiteError) {
        try outbox.run(
            """
            INSERT INTO events (server, number, id, sensor, action, name, vendor, model, wall, since_boot, boot)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(server),
            .integer(number),
            .text(event.id),
            .text(event.sensor.description),
            .text(event.action.rawValue),
            .text(event.name),
            SQLiteValue(event.vendor),
            SQLiteValue(event.model),
            .real(event.time.wall.timeIntervalSinceReferenceDate),
            .integer(event.time.boot.nanoseconds),
            .text(boot)
        )
    }
}

extension DeviceEvent {
    /// Without what the owner did not accept.
    func limited(to acceptance: Acceptance) -> DeviceEvent {
        var event = self
        if !acceptance.attributes.contains("vendor") { event.vendor = nil }
        if !acceptance.attributes.contains("model") { event.model = nil }
        return event
    }
}
