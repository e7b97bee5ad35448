import SQLite
package import SensorSDK
package import Shared

/// Sensors that go by another id from some version on. All that is kept of them moves to it; what a server was told stays, so
/// that it keeps its entity with its history.
extension Store {
    /// The most former ids that are kept of one family, the oldest go first.
    private static let mostAliases = 2000

    /// Lets sensors go on under other ids where the new one is a mere respelling and is on nowhere yet; does nothing about the
    /// others. Of several claims of one sensor the first that fits is taken.
    ///
    /// - Parameter claims: A sensor as it is listed now, with an id under which it was listed before and is no more.
    /// - Returns: What was renamed.
    package func rename(
        _ claims: [(former: SensorID, sensor: Sensor)]
    ) throws(StoreError) -> [(former: SensorID, sensor: SensorID)] {
        var moves: [SensorID: Move] = [:]
        for (former, sensor) in claims where moves[sensor.id] == nil {
            moves[sensor.id] = try move(of: former, to: sensor)
        }
        if moves.isEmpty { return [] }
        let ordered = moves.values.sorted { $0.sensor.id < $1.sensor.id }
        try carryOut(ordered)
        return ordered.map { ($0.former, $0.sensor.id) }
    }

    /// Ids by which a server knows sensors that have other ones now.
    package func idsAtServer(_ server: ServerRecord.ID) throws(StoreError) -> [SensorID: SensorID] {
        try pairs(of: server).compactMapValues { $0.registration?.knownAs }
    }

    /// What was renamed and is the server's under the new id alone.
    func renamedSensors(of server: ServerRecord.ID) throws(StoreError) -> [SensorID: SensorID] {
        let aliases = try aliases()
        if aliases.isEmpty { return [:] }
        let pairs = try pairs(of: server)
        return aliases.filter { pairs[$0.key] == nil }
    }

    static func readAliases(_ agent: Database) throws(SQLiteError) -> [SensorID: SensorID] {
        let rows = try agent.rows("SELECT former, sensor FROM aliases") { (row) throws(SQLiteError) in
            (try sensorID(row.text(0)), try sensorID(row.text(1)))
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// Moves what an earlier run had renamed in `agent.db` and not yet in the outbox.
    static func finishRespelling(_ files: StoreFiles) throws(StoreError) {
        let aliases = try translating(files, files.agent, readAliases)
        if aliases.isEmpty { return }
        let pairs = try translating(files, files.agent, readPairs)
        _ = try translating(files, files.outbox) { (outbox) throws(SQLiteError) in
            try rename(aliases, in: outbox) { pairs[$0]?[$1] != nil }
        }
    }

    // MARK: One sensor

    private struct Move {
        var former: SensorID
        var sensor: Sensor
        /// Of each server where it moves.
        var pairs: [ServerRecord.ID: Pair]
        /// Whether nothing of it is left under the former id.
        var isWhole: Bool
    }

    private func move(of former: SensorID, to sensor: Sensor) throws(StoreError) -> Move? {
        guard let known = try sensorsByID()[former], sensor.isRespelling(of: known) else { return nil }
        let all = try pairs()
        guard all.values.allSatisfy({ $0[sensor.id]?.enablement == nil }) else { return nil }
        let there = all.compactMapValues { $0[former] }
        // What was redefined since it was accepted is off, and stays so.
        let moving = there.filter { $0.value.enablement?.accepted.covers(sensor) ?? true }
        guard !moving.isEmpty || there.isEmpty else { return nil }
        return Move(former: former, sensor: sensor, pairs: moving, isWhole: moving.count == there.count)
    }

    private func carryOut(_ moves: [Move]) throws(StoreError) {
        forgetCaches()
        try inAgent { (agent) throws(SQLiteError) in
            try agent.transaction { () throws(SQLiteError) in
                for move in moves { try Self.carryOut(move, in: agent) }
                for family in Set(moves.map(\.sensor.id.family)) { try Self.dropSurplusAliases(of: family, agent) }
            }
        }
        let byFormer = Dictionary(moves.map { ($0.former, $0) }) { first, _ in first }
        // If this fails, the next start does it.
        try inOutbox { (outbox) throws(SQLiteError) in
            try Self.rename(byFormer.mapValues(\.sensor.id), in: outbox) { byFormer[$1]?.pairs[$0] == nil }
        }
    }

    private static func carryOut(_ move: Move, in agent: Database) throws(SQLiteError) {
        let former = SQLiteValue.text(move.former.description)
        let sensor = SQLiteValue.text(move.sensor.id.description)
        try write([move.sensor], to: agent)
        for (id, pair) in move.pairs {
            let server = SQLiteValue.integer(id)
            try rename(pair.registration, former, move.sensor, server, agent)
            try agent.run(
                "UPDATE OR REPLACE enablements SET sensor = ?3 WHERE server = ?1 AND sensor = ?2",
                server,
                former,
                sensor
            )
            try renameLedger(server, former, sensor, keys: "server, sensor, day", in: agent)
        }
        if move.isWhole {
            try agent.run("UPDATE OR IGNORE intervals SET sensor = ?2 WHERE sensor = ?1", former, sensor)
            for (table, column) in [("intervals", "sensor"), ("sensors", "id")] {
                try agent.run("DELETE FROM \(table) WHERE \(column) = ?", former)
            }
        }
        try agent.run("UPDATE aliases SET sensor = ?2 WHERE sensor = ?1", former, sensor)
        try agent.run("DELETE FROM aliases WHERE former = ?1", sensor)
        try agent.run("INSERT OR REPLACE INTO aliases (former, sensor) VALUES (?, ?)", former, sensor)
    }

    private static func rename(
        _ registration: StoredRegistration?,
        _ former: SQLiteValue,
        _ sensor: Sensor,
        _ server: SQLiteValue,
        _ agent: Database
    ) throws(SQLiteError) {
        guard let registration else { return }
        func text(_ described: Sensor?) throws(SQLiteError) -> SQLiteValue {
            guard let described else { return .null }
            return .text(try StoredJSON.text(StoredSensor(described.renamed(to: sensor.id))))
        }
        try agent.run(
            """
            UPDATE OR REPLACE registrations SET sensor = ?3, described = ?4, refused = ?5,
                known_as = NULLIF(COALESCE(known_as, ?2), ?3)
            WHERE server = ?1 AND sensor = ?2
            """,
            server,
            former,
            .text(sensor.id.description),
            try text(registration.described),
            try text(registration.refused)
        )
    }

    private static func dropSurplusAliases(of family: String, _ agent: Database) throws(SQLiteError) {
        try agent.run(
            """
            DELETE FROM aliases WHERE rowid IN (
                SELECT rowid FROM aliases WHERE substr(former, 1, length(?1)) = ?1 ORDER BY rowid DESC LIMIT -1 OFFSET ?2
            )
            """,
            .text(family + "."),
            .integer(Int64(mostAliases))
        )
    }

    // MARK: The outbox

    /// - Parameter staysAt: Whether a server's rows of a former id stay what they are.
    private static func rename(
        _ ids: [SensorID: SensorID],
        in outbox: Database,
        staysAt: (ServerRecord.ID, SensorID) -> Bool
    ) throws(SQLiteError) {
        try outbox.transaction { () throws(SQLiteError) in
            for table in ["states", "events", "history", "receipts", "ledger"] {
                let found = try outbox.rows("SELECT DISTINCT server, sensor FROM \(table)") {
                    (row) throws(SQLiteError) in
                    (server: try row.integer(0), sensor: try row.text(1))
                }
                for row in found {
                    // Damaged text is no id.
                    guard let former = try? SensorID(row.sensor), let sensor = ids[former],
                        !staysAt(row.server, former)
                    else { continue }
                    let values = [SQLiteValue.integer(row.server), .text(row.sensor), .text(sensor.description)]
                    if table == "ledger" {
                        let keys = "server, sensor, day, generation"
                        try renameLedger(values[0], values[1], values[2], keys: keys, in: outbox)
                    } else {
                        try outbox.run(
                            "UPDATE OR REPLACE \(table) SET sensor = ?3 WHERE server = ?1 AND sensor = ?2",
                            values[0],
                            values[1],
                            values[2]
                        )
                    }
                }
            }
        }
    }

    /// Adds to what there is under the new id: it may have been on before.
    private static func renameLedger(
        _ server: SQLiteValue,
        _ former: SQLiteValue,
        _ sensor: SQLiteValue,
        keys: String,
        in database: Database
    ) throws(SQLiteError) {
        let moved = keys.split(separator: ", ").map { $0 == "sensor" ? "?3" : String($0) }.joined(separator: ", ")
        try database.run(
            """
            INSERT INTO ledger (\(keys), sent, bytes, first, last, receipt)
            SELECT \(moved), sent, bytes, first, last, receipt FROM ledger WHERE server = ?1 AND sensor = ?2
            ON CONFLICT (\(keys)) DO UPDATE SET sent = sent + excluded.sent, bytes = bytes + excluded.bytes,
            first = min(first, excluded.first), last = max(last, excluded.last),
            receipt = COALESCE(max(receipt, excluded.receipt), receipt, excluded.receipt)
            """,
            server,
            former,
            sensor
        )
        try database.run("DELETE FROM ledger WHERE server = ? AND sensor = ?", server, former)
    }
}
