import FoundationEssentials
import SQLite
import SensorSDK
import Shared

/// For servers that keep a history everything is queued in one row after the other, and taken away from the front.
extension Store {
    static let mostItemsInBatch = 1000

    /// What such a server is to be told next; `nil` for one that keeps none.
    func history(
        for server: ServerRecord.ID,
        _ pairs: [SensorID: Pair],
        _ sensors: [SensorID: Sensor],
        _ now: Instant
    ) throws(StoreError) -> History? {
        guard try historyServers().contains(server) else { return nil }
        let epoch = try open().epoch
        return try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.transaction { () throws(SQLiteError) in
                try Self.dropHistory(server, beyond: historyLimits, now, boot, in: outbox)
            }
            let items = try outbox.firstRows(
                Self.mostItemsInBatch,
                """
                SELECT sensor, number, outcome, value, attributes, wall, since_boot
                FROM history WHERE server = ? ORDER BY number
                """,
                .integer(server)
            ) { (row) throws(SQLiteError) -> HistoryItem? in
                let id = try Self.sensorID(row.text(0))
                guard let pair = pairs[id], var item = try Self.readItem(row, id, epoch),
                    pair.mayReport(sensors[id], item.content)
                else { return nil }
                item.content = item.content.limited(to: pair.enablement?.accepted)
                return item
            }
            let last = try outbox.first("SELECT last_number FROM outbox") { (row) throws(SQLiteError) in
                try row.integer(0)
            }
            return History(
                sequence: QueueSequence(epoch: epoch, number: (last ?? 0) + 1),
                items: items,
                dropped: try Self.dropped(server, in: outbox)
            )
        }
    }

    /// - Returns: `nil` for what this version does not know.
    static func readItem(_ row: Statement, _ id: SensorID, _ epoch: Int64) throws(SQLiteError) -> HistoryItem? {
        let content = try StoredItem.content(
            of: id,
            outcome: row.text(2),
            value: row.value(3),
            attributes: row.textIfAny(4),
            time: readInstant(row, wall: 5, sinceBoot: 6)
        )
        guard let content else { return nil }
        return HistoryItem(sequence: QueueSequence(epoch: epoch, number: try row.integer(1)), content: content)
    }

    /// Sensors of which something waits for a server.
    func recordedSensors(for server: ServerRecord.ID) throws(StoreError) -> [SensorID] {
        try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.rows("SELECT DISTINCT sensor FROM history WHERE server = ?", .integer(server)) {
                (row) throws(SQLiteError) in try Self.sensorID(row.text(0))
            }
        }
    }

    /// A receiver takes a number that it had for a repetition. Those that an earlier run gave in memory alone stand in no file,
    /// but there were fewer of them than milliseconds went by.
    static func skipNumbers(_ files: StoreFiles, of kinds: Set<String>) throws(StoreError) {
        let used = try translating(files, files.agent) { (agent) throws(SQLiteError) in
            try agent.rows("SELECT DISTINCT kind FROM servers") { (row) throws(SQLiteError) in try row.text(0) }
        }
        if kinds.isDisjoint(with: used) { return }
        do throws(StoreError) {
            try translating(files, files.outbox) { (outbox) throws(SQLiteError) in
                _ = try outbox.run(
                    "UPDATE outbox SET last_number = max(last_number, ?)",
                    .integer(Int64(Current.now().timeIntervalSinceReferenceDate * 1000))
                )
            }
        } catch {
            guard error.isOfDisk else { throw error }
        }
    }

    /// Puts an item behind what is there.
    static func record(
        _ content: HistoryItem.Content,
        _ number: Int64,
        _ server: ServerRecord.ID,
        _ boot: String,
        in outbox: Database
    ) throws(SQLiteError) {
        let item = try StoredItem(content)
        try outbox.run(
            """
            INSERT INTO history (server, number, sensor, outcome, value, attributes, wall, since_boot, boot, bytes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(server),
            .integer(number),
            .text(item.sensor.description),
            .text(item.outcome),
            item.value,
            SQLiteValue(item.attributes),
            .real(item.time.wall.timeIntervalSinceReferenceDate),
            .integer(item.time.boot.nanoseconds),
            .text(boot),
            .integer(Int64(item.bytes))
        )
    }

    /// Gives up the oldest items beyond the limits; ages as in ``dropOld(_:_:_:in:)``.
    static func dropHistory(
        _ server: ServerRecord.ID,
        beyond limits: HistoryLimits,
        _ now: Instant,
        _ boot: String,
        in outbox: Database
    ) throws(SQLiteError) {
        var dropped = try outbox.run(
            """
            DELETE FROM history WHERE server = ?1 AND number < COALESCE(
                (SELECT number FROM history
                WHERE server = ?1 AND CASE WHEN boot = ?2 THEN since_boot >= ?3 ELSE wall >= ?4 END
                ORDER BY number LIMIT 1), 9223372036854775807)
            """,
            .integer(server),
            .text(boot),
            .integer((now.boot - limits.age).nanoseconds),
            .real(now.wall.timeIntervalSinceReferenceDate - limits.age / .seconds(1))
        )
        while let size = try historySize(server, in: outbox),
            size.items > limits.items || size.bytes > limits.bytes, size.items > 0
        {
            // With too many bytes in few items, one after the other.
            let surplus = max(size.items - limits.items, 1)
            dropped += try outbox.run(
                """
                DELETE FROM history WHERE server = ?1 AND number <= (
                    SELECT number FROM history WHERE server = ?1 ORDER BY number LIMIT 1 OFFSET ?2
                )
                """,
                .integer(server),
                .integer(Int64(surplus - 1))
            )
        }
        try count(dropped, server, in: outbox)
    }

    /// Takes away what a server has recorded.
    static func settle(
        _ history: History,
        _ receipt: Receipt,
        _ server: ServerRecord.ID,
        _ enablements: Set<SensorID>,
        _ time: Date,
        in outbox: Database
    ) throws(SQLiteError) {
        // A number that the server knows is no later batch's.
        if receipt.fault == nil || receipt.fault == .declined(.replayed) {
            try outbox.run(
                "UPDATE outbox SET last_number = max(last_number, ?) WHERE epoch = ?",
                .integer(history.sequence.number),
                .integer(history.sequence.epoch)
            )
        }
        guard let recorded = receipt.recorded else { return }
        try outbox.run(
            "DELETE FROM history WHERE server = ? AND number <= ? AND ? = (SELECT epoch FROM outbox)",
            .integer(server),
            .integer(recorded.number),
            .integer(recorded.epoch)
        )
        let refused = history.items.count { $0.sequence <= recorded && receipt.refusedEvents.contains($0.sequence) }
        try count(refused, server, in: outbox)
        let sensors = Set(
            history.items.filter { $0.sequence <= recorded && !receipt.refusedEvents.contains($0.sequence) }.map(
                \.sensor
            )
        )
        for sensor in sensors.intersection(enablements) {
            try noteReceipt(.text(sensor.description), server, time, in: outbox)
        }
    }

    static func historySize(
        _ server: ServerRecord.ID,
        in outbox: Database
    ) throws(SQLiteError) -> (items: Int, events: Int, bytes: Int)? {
        try outbox.first("SELECT readings + events, events, bytes FROM history_size WHERE server = ?", .integer(server))
        {
            (row) throws(SQLiteError) in
            (items: Int(try row.integer(0)), events: Int(try row.integer(1)), bytes: Int(try row.integer(2)))
        }
    }

    static func dropped(_ server: ServerRecord.ID, in outbox: Database) throws(SQLiteError) -> Int {
        try outbox.first("SELECT events FROM drops WHERE server = ?", .integer(server)) {
            (row) throws(SQLiteError) in Int(try row.integer(0))
        } ?? 0
    }
}

extension HistoryItem.Content {
    /// Without what the owner did not accept.
    func limited(to acceptance: Acceptance?) -> HistoryItem.Content {
        switch self {
        case .reading(var reading):
            reading.attributes = acceptance?.accepted(reading.attributes) ?? [:]
            return .reading(reading)
        case .event(let event): return .event(acceptance.map(event.limited) ?? event)
        }
    }
}
