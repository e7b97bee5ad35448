package import FoundationEssentials
import SQLite
package import SensorSDK
package import Shared

extension Store {
    /// Takes down what a server acknowledged; all else stays as it was. Does nothing for a server that was removed meanwhile.
    ///
    /// - Parameter batch: As it was delivered. What was queued, enabled or disabled since is not touched.
    package func apply(
        _ receipt: Receipt,
        to batch: Batch,
        from server: ServerRecord.ID,
        at time: Instant
    ) throws(StoreError) {
        guard let record = try servers().first(where: { $0.id == server }) else { return }
        // What was renamed while the batch was on its way.
        let renamed = try renamedSensors(of: server)
        let (receipt, batch) = (receipt.renamed(renamed), batch.renamed(renamed))
        let registrations = RegistrationReceipts(
            receipt,
            batch,
            server,
            time.wall,
            try pairs(of: server),
            lastVersion: record.version
        )
        var obstacle: StoreError?
        if registrations.changesAnything {
            forgetCaches()
            do throws(StoreError) {
                try inAgent { (agent) throws(SQLiteError) in
                    try agent.transaction { () throws(SQLiteError) in try registrations.write(to: agent) }
                }
            } catch {
                // The server is told once more when it can be written down; values that it took are not.
                guard error.isOfDisk else { throw error }
                obstacle = error
            }
        }
        let pairs = try pairs(of: server)
        try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.transaction { () throws(SQLiteError) in
                for item in batch.states {
                    guard let outcome = receipt.states[item.reading.sensor] else { continue }
                    let enablement = pairs[item.reading.sensor]?.enablement
                    try Self.settle(item, outcome, enablement, server, time.wall, in: outbox)
                }
                try Self.settle(batch.events, receipt, server, in: outbox)
                if let history = batch.history {
                    let enabled = Set(pairs.filter { $0.value.enablement != nil }.keys)
                    try Self.settle(history, receipt, server, enabled, time.wall, in: outbox)
                }
                try Self.count(receipt, to: batch, from: server, at: time.wall, in: outbox)
            }
        }
        do throws(StoreError) {
            try moveLedgerIfDue(time)
            if receipt.states.values.contains(.accepted) || receipt.recorded != nil { try removeCopy() }
        } catch {
            // It waits until there is room again; the receipt is noted all the same.
            guard error.isOfDisk else { throw error }
        }
        if let obstacle { throw obstacle }
    }

    /// Takes down that a batch is about to be delivered: whatever happens to this process meanwhile, its events may have arrived,
    /// and a second attempt says so. A receipt takes back what did not leave.
    package func begin(_ batch: Batch, to server: ServerRecord.ID) throws(StoreError) {
        if batch.events.isEmpty { return }
        try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.transaction { () throws(SQLiteError) in
                let attempted = Receipt(attemptedEvents: Set(batch.events.map(\.sequence)))
                try Self.settle(batch.events, attempted, server, in: outbox)
            }
        }
    }

    /// When each server acknowledged a state of each sensor last.
    package func receipts() throws(StoreError) -> [ServerRecord.ID: [SensorID: Date]] {
        let rows = try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.rows("SELECT server, sensor, wall FROM receipts") { (row) throws(SQLiteError) in
                (try row.integer(0), try Self.sensorID(row.text(1)), try row.real(2))
            }
        }
        var receipts: [ServerRecord.ID: [SensorID: Date]] = [:]
        for (server, sensor, wall) in rows {
            receipts[server, default: [:]][sensor] = Date(timeIntervalSinceReferenceDate: wall)
        }
        return receipts
    }

    private static func settle(
        _ item: StateItem,
        _ outcome: Receipt.Outcome,
        _ enablement: Enablement?,
        _ server: ServerRecord.ID,
        _ time: Date,
        in outbox: Database
    ) throws(SQLiteError) {
        if outcome == .notRegistered { return }
        let id = SQLiteValue.text(item.reading.sensor.description)
        // Nothing newer may go with it.
        try outbox.run(
            """
            DELETE FROM states WHERE server = ? AND sensor = ? AND number = ? AND ? = (SELECT epoch FROM outbox)
            """,
            .integer(server),
            id,
            .integer(item.sequence.number),
            .integer(item.sequence.epoch)
        )
        guard let enablement else { return }
        if outcome == .accepted || outcome == .disabledByServer {
            try noteReceipt(id, server, time, in: outbox)
        }
        if enablement.isDisabledByServer {
            for table in ["states", "events"] {
                try outbox.run("DELETE FROM \(table) WHERE server = ? AND sensor = ?", .integer(server), id)
            }
        }
    }

    static func noteReceipt(
        _ sensor: SQLiteValue,
        _ server: ServerRecord.ID,
        _ time: Date,
        in outbox: Database
    ) throws(SQLiteError) {
        try outbox.run(
            """
            INSERT INTO receipts (server, sensor, wall) VALUES (?, ?, ?)
            ON CONFLICT (server, sensor) DO UPDATE SET wall = excluded.wall
            """,
            .integer(server),
            sensor,
            .real(time.timeIntervalSinceReferenceDate)
        )
    }

    private static func settle(
        _ events: [EventItem],
        _ receipt: Receipt,
        _ server: ServerRecord.ID,
        in outbox: Database
    ) throws(SQLiteError) {
        let condition = "server = ? AND number = ? AND ? = (SELECT epoch FROM outbox)"
        for item in events {
            let row = [SQLiteValue.integer(server), .integer(item.sequence.number), .integer(item.sequence.epoch)]
            if receipt.refusedEvents.contains(item.sequence) {
                let dropped = try outbox.run("DELETE FROM events WHERE \(condition)", row[0], row[1], row[2])
                try count(dropped, server, in: outbox)
            } else if receipt.deliveredEvents.contains(item.sequence) {
                try outbox.run("DELETE FROM events WHERE \(condition)", row[0], row[1], row[2])
            } else {
                let mayHaveArrived = receipt.attemptedEvents.contains(item.sequence)
                try outbox.run(
                    "UPDATE events SET attempts = ? WHERE \(condition)",
                    .integer(Int64(mayHaveArrived ? item.attempt : item.attempt - 1)),
                    row[0],
                    row[1],
                    row[2]
                )
            }
        }
    }

    /// See ``Store/init(directory:)``: what was to be said at the end of an earlier run is no news any more; each sensor is read
    /// again.
    static func forgetFarewells(in outbox: Database) throws(SQLiteError) {
        try outbox.run(
            "DELETE FROM states WHERE outcome = ? AND value = ?",
            .text(StoredValue.Kind.unavailable.rawValue),
            .text(UnavailableReason.stopped.rawValue)
        )
    }

    /// See ``Store/init(directory:)``: rows that an earlier run could no longer take away.
    static func forgetStrays(
        in outbox: Database,
        servers: Set<ServerRecord.ID>,
        enabled: [ServerRecord.ID: Set<SensorID>]
    ) throws(SQLiteError) {
        try outbox.transaction { () throws(SQLiteError) in
            for table in ["states", "events", "history", "history_size", "receipts", "drops", "ledger"] {
                let found = try outbox.rows("SELECT DISTINCT server FROM \(table)") { (row) throws(SQLiteError) in
                    try row.integer(0)
                }
                for server in found where !servers.contains(server) {
                    try outbox.run("DELETE FROM \(table) WHERE server = ?", .integer(server))
                }
            }
            for table in ["states", "events", "history", "receipts"] {
                let found = try outbox.rows("SELECT DISTINCT server, sensor FROM \(table)") {
                    (row) throws(SQLiteError) in
                    (server: try row.integer(0), sensor: try row.text(1))
                }
                for row in found {
                    // Damaged text is no id that was enabled.
                    let isEnabled = enabled[row.server]?.contains { $0.description == row.sensor } ?? false
                    if isEnabled { continue }
                    try outbox.run(
                        "DELETE FROM \(table) WHERE server = ? AND sensor = ?",
                        .integer(row.server),
                        .text(row.sensor)
                    )
                }
            }
        }
    }
}
