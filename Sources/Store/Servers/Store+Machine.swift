import SQLite
package import SensorSDK
package import Shared

/// Whose machine this is. A copy of a disk holds another machine's keys, and must not speak for it.
extension Store {
    /// Looks whether this is still the machine that all this belongs to; the first one that has an id is.
    ///
    /// - Parameter hash: Of the machine's id; `nil` where it has none, which says nothing: what was seen before holds on.
    package func checkMachine(_ hash: [UInt8]?) throws(StoreError) {
        let stored = try inAgent { (agent) throws(SQLiteError) in
            try agent.first("SELECT machine, is_copy FROM installation") { (row) throws(SQLiteError) in
                (machine: row.isNull(0) ? nil : try row.blob(0), isCopy: try row.flag(1))
            }
        }
        guard let stored else { return }
        guard let hash else {
            isCopy = stored.isCopy
            return
        }
        guard let machine = stored.machine else { return try setMachine(hash) }
        isCopy = machine != hash
        if isCopy != stored.isCopy { try mark(isCopy) }
    }

    private func mark(_ isCopy: Bool) throws(StoreError) {
        do throws(StoreError) {
            _ = try inAgent { (agent) throws(SQLiteError) in
                try agent.run("UPDATE installation SET is_copy = ?", .integer(isCopy ? 1 : 0))
            }
        } catch {
            // It is seen again at the next start.
            guard error.isOfDisk else { throw error }
        }
    }

    /// From now on all this belongs to this machine.
    package func setMachine(_ hash: [UInt8]) throws(StoreError) {
        _ = try inAgent { (agent) throws(SQLiteError) in
            try agent.run("UPDATE installation SET machine = ?, is_copy = 0", .blob(hash))
        }
        isCopy = false
    }

    /// Makes an installation of its own of a copy: another salt, other devices at the servers, nothing of the original's queue.
    /// What is enabled stays so.
    ///
    /// - Parameters:
    ///   - servers: All of them, as they were registered anew.
    ///   - newID: Where each sensor goes that gets another id with the new salt.
    package func renew(
        salt: [UInt8],
        machine: [UInt8]?,
        servers: [ServerRecord],
        newID: (SensorID) -> SensorID
    ) throws(StoreError) {
        forgetCaches()
        try inAgent { (agent) throws(SQLiteError) in
            try agent.transaction { () throws(SQLiteError) in
                try agent.run(
                    "UPDATE installation SET salt = ?, machine = ?, is_copy = 0",
                    .blob(salt),
                    machine.map(SQLiteValue.blob) ?? .null
                )
                for server in servers { try Self.register(server, seal, in: agent) }
                try agent.run("DELETE FROM registrations WHERE wanted = 0")
                try agent.run(
                    """
                    UPDATE registrations SET explicit = 0, described = NULL, told = NULL, refusal = NULL, refused = NULL,
                        not_before = NULL, known_as = NULL
                    """
                )
                try Self.rename(newID, in: "aliases", column: "former", agent)
                try Self.rename(newID, in: "aliases", agent)
                for table in ["enablements", "registrations", "intervals"] { try Self.rename(newID, in: table, agent) }
                // Each is described anew as soon as it is offered.
                try agent.run("DELETE FROM sensors")
            }
            // The log still holds the original's secrets.
            try agent.checkpoint()
        }
        takeSalt(salt)
        isCopy = false
        try removeCopy()
        try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.transaction { () throws(SQLiteError) in
                for table in ["states", "events", "history", "history_size", "drops", "receipts"] {
                    try outbox.run("DELETE FROM \(table)")
                }
            }
            try outbox.checkpoint()
        }
    }

    private static func register(_ server: ServerRecord, _ seal: CredentialSeal, in agent: Database) throws(SQLiteError)
    {
        try agent.run(
            """
            UPDATE servers SET url = ?2, credentials = ?3, version = ?4, device_id = ?5, empty_since = NULL WHERE id = ?1
            """,
            .integer(server.id),
            .text(server.url),
            seal.stored(server.credentials),
            SQLiteValue(server.version),
            .text(server.deviceID)
        )
    }

    private static func rename(
        _ newID: (SensorID) -> SensorID,
        in table: String,
        column: String = "sensor",
        _ agent: Database
    ) throws(SQLiteError) {
        let ids = try agent.rows("SELECT DISTINCT \(column) FROM \(table)") { (row) throws(SQLiteError) in
            try sensorID(row.text(0))
        }
        for id in ids where newID(id) != id {
            try agent.run(
                "UPDATE OR REPLACE \(table) SET \(column) = ?2 WHERE \(column) = ?1",
                .text(id.description),
                .text(newID(id).description)
            )
        }
    }
}
