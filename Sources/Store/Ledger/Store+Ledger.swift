import FoundationEssentials
import SQLite
import SensorSDK
import Shared

/// The ledger is counted in the outbox, in the transaction of each receipt, and moved to `agent.db` hourly. What is counted
/// carries a generation, so that a move that was cut short is never counted twice.
extension Store {
    static let ledgerInterval = Duration.seconds(3600)
    /// Days for which it is kept.
    static let ledgerDays = 400.0

    /// All that is known of what went where, by server, day and sensor.
    ///
    /// - Parameter since: The first day, `2026-01-31`; `nil` for all.
    package func ledger(since: String? = nil) throws(StoreError) -> [LedgerEntry] {
        do throws(StoreError) { try moveLedger() } catch {
            // What was counted since the last move is missing then; it is better than nothing.
            guard error.isOfDisk else { throw error }
        }
        return try inAgent { (agent) throws(SQLiteError) in
            try agent.rows(
                """
                SELECT server, sensor, day, sent, bytes, first, last, receipt FROM ledger WHERE day >= ?
                ORDER BY server, day, sensor
                """,
                .text(since ?? ""),
                read: Self.readEntry
            )
        }
    }

    static func count(
        _ receipt: Receipt,
        to batch: Batch,
        from server: ServerRecord.ID,
        at time: Date,
        in outbox: Database
    ) throws(SQLiteError) {
        if receipt.sentBytes.isEmpty { return }
        let acknowledged = acknowledgedSensors(receipt, batch)
        let seconds = SQLiteValue.real(time.timeIntervalSinceReferenceDate)
        for (sensor, bytes) in receipt.sentBytes {
            try outbox.run(
                """
                INSERT INTO ledger (server, sensor, day, generation, sent, bytes, first, last, receipt)
                VALUES (?1, ?2, ?3, (SELECT ledger_generation FROM outbox), 1, ?4, ?5, ?5, ?6)
                ON CONFLICT (server, sensor, day, generation) DO UPDATE SET sent = sent + 1, bytes = bytes + excluded.bytes,
                first = min(first, excluded.first), last = max(last, excluded.last),
                receipt = COALESCE(excluded.receipt, receipt)
                """,
                .integer(server),
                .text(sensor.description),
                .text(day(time)),
                .integer(Int64(bytes)),
                seconds,
                acknowledged.contains(sensor) ? seconds : .null
            )
        }
    }

    /// Moves the ledger when the last time was an hour ago.
    func moveLedgerIfDue(_ time: Instant) throws(StoreError) {
        if let ledgerMoved, time.boot - ledgerMoved < Self.ledgerInterval { return }
        ledgerMoved = time.boot
        try moveLedger()
    }

    private func moveLedger() throws(StoreError) {
        let epoch = try open().epoch
        let moved = try inAgent { (agent) throws(SQLiteError) in
            try agent.first("SELECT ledger_generation FROM installation WHERE ledger_epoch = ?", .integer(epoch)) {
                (row) throws(SQLiteError) in try row.integer(0)
            } ?? 0
        }
        let (generation, entries) = try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.transaction { () throws(SQLiteError) in
                let generation =
                    try outbox.first("SELECT ledger_generation FROM outbox") { (row) throws(SQLiteError) in
                        try row.integer(0)
                    } ?? 0
                let entries = try outbox.rows(
                    """
                    SELECT server, sensor, day, sent, bytes, first, last, receipt, generation FROM ledger
                    """
                ) { (row) throws(SQLiteError) in (try Self.readEntry(row), try row.integer(8)) }
                // What is counted from now on is not among these, also in an outbox from a backup.
                try outbox.run(
                    "UPDATE outbox SET ledger_generation = max(ledger_generation, ?) + 1",
                    .integer(moved)
                )
                return (generation, entries)
            }
        }
        if entries.isEmpty { return }
        try inAgent { (agent) throws(SQLiteError) in
            try agent.transaction { () throws(SQLiteError) in
                for (entry, number) in entries where number > moved { try Self.add(entry, to: agent) }
                try agent.run(
                    "UPDATE installation SET ledger_epoch = ?, ledger_generation = ?",
                    .integer(epoch),
                    .integer(max(generation, moved))
                )
                let oldest = Self.day(Current.now().addingTimeInterval(-Self.ledgerDays * 86400))
                try agent.run("DELETE FROM ledger WHERE day < ?", .text(oldest))
            }
        }
        _ = try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.run("DELETE FROM ledger WHERE generation <= ?", .integer(generation))
        }
    }

    private static func add(_ entry: LedgerEntry, to agent: Database) throws(SQLiteError) {
        // A server that was removed meanwhile has no ledger any more.
        try agent.run(
            """
            INSERT INTO ledger (server, sensor, day, sent, bytes, first, last, receipt)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE EXISTS (SELECT 1 FROM servers WHERE id = ?1)
            ON CONFLICT (server, sensor, day) DO UPDATE SET sent = sent + excluded.sent, bytes = bytes + excluded.bytes,
            first = min(first, excluded.first), last = max(last, excluded.last),
            receipt = COALESCE(excluded.receipt, receipt)
            """,
            .integer(entry.server),
            .text(entry.sensor.description),
            .text(entry.day),
            .integer(Int64(entry.sent)),
            .integer(Int64(entry.bytes)),
            .real(entry.first.timeIntervalSinceReferenceDate),
            .real(entry.last.timeIntervalSinceReferenceDate),
            entry.receipt.map { .real($0.timeIntervalSinceReferenceDate) } ?? .null
        )
    }

    private static func acknowledgedSensors(_ receipt: Receipt, _ batch: Batch) -> Set<SensorID> {
        var sensors: Set<SensorID> = []
        for (id, outcome) in receipt.states where outcome == .accepted || outcome == .disabledByServer {
            sensors.insert(id)
        }
        for (id, outcome) in receipt.registrations where outcome == .accepted { sensors.insert(id) }
        for item in batch.events where receipt.deliveredEvents.contains(item.sequence) {
            sensors.insert(item.event.sensor)
        }
        if let recorded = receipt.recorded {
            for item in batch.history?.items ?? [] where item.sequence <= recorded { sensors.insert(item.sensor) }
        }
        return sensors
    }

    private static func readEntry(_ row: Statement) throws(SQLiteError) -> LedgerEntry {
        LedgerEntry(
            server: try row.integer(0),
            sensor: try sensorID(row.text(1)),
            day: try row.text(2),
            sent: Int(try row.integer(3)),
            bytes: Int(try row.integer(4)),
            first: Date(timeIntervalSinceReferenceDate: try row.real(5)),
            last: Date(timeIntervalSinceReferenceDate: try row.real(6)),
            receipt: try row.realIfAny(7).map(Date.init(timeIntervalSinceReferenceDate:))
        )
    }

    static func day(_ time: Date) -> String {
        time.formatted(.iso8601.year().month().day())
    }
}
