package import FoundationEssentials
import SQLite
package import Shared

extension Store {
    /// All servers, by id.
    package func servers() throws(StoreError) -> [ServerRecord] {
        let seal = seal
        return try inAgent { (agent) throws(SQLiteError) in
            try agent.rows(
                """
                SELECT id, name, kind, url, device_name, device_id, credentials, version, empty_since FROM servers ORDER BY id
                """
            ) { (row) throws(SQLiteError) in try Self.readServer(row, seal) }
        }
    }

    /// Keeps a registration; it is durable when this returns.
    ///
    /// - Parameters:
    ///   - name: What this machine calls the server.
    ///   - kind: ``ServerKind/name``
    /// - Throws: ``StoreError/nameTaken(_:)``
    package func add(
        _ registration: Registration,
        name: String,
        kind: String,
        deviceName: String,
        deviceID: String
    ) throws(StoreError) -> ServerRecord {
        forgetCaches()
        let id = try inAgent { (agent) throws(SQLiteError) -> ServerRecord.ID? in
            let inserted = try agent.run(
                """
                INSERT INTO servers (name, kind, url, device_name, device_id, credentials, version)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING
                """,
                .text(name),
                .text(kind),
                .text(registration.url),
                .text(deviceName),
                .text(deviceID),
                seal.stored(registration.credentials),
                SQLiteValue(registration.version)
            )
            return inserted == 1 ? agent.lastInsertedRow : nil
        }
        guard let id else { throw .nameTaken(name) }
        return ServerRecord(
            id: id,
            name: name,
            kind: kind,
            url: registration.url,
            deviceName: deviceName,
            deviceID: deviceID,
            credentials: registration.credentials,
            version: registration.version
        )
    }

    /// Forgets a server with its secrets and all that was meant for it; nothing of it is left in the files.
    ///
    /// If the disk fails in the middle, the server is gone all the same, and the next start takes away the rest.
    package func removeServer(_ id: ServerRecord.ID) throws(StoreError) {
        forgetCaches()
        let removed = try inAgent { (agent) throws(SQLiteError) in
            // Enablements and registrations go with it.
            let removed = try agent.run("DELETE FROM servers WHERE id = ?", .integer(id))
            // The log still holds what was there before.
            try agent.checkpoint()
            return removed
        }
        guard removed == 1 else { throw .noSuchServer(id) }
        try removeCopy()
        try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.transaction { () throws(SQLiteError) in
                for table in ["states", "events", "history", "history_size", "drops", "receipts", "ledger"] {
                    try outbox.run("DELETE FROM \(table) WHERE server = ?", .integer(id))
                }
            }
            try outbox.checkpoint()
        }
    }

    /// Keeps what a server said of its version.
    package func setVersion(_ version: String, of server: ServerRecord.ID) throws(StoreError) {
        let found = try inAgent { (agent) throws(SQLiteError) in
            try agent.run(
                "UPDATE servers SET version = ?1 WHERE id = ?2 AND version IS NOT ?1",
                .text(version),
                .integer(server)
            )
        }
        if found == 0 { try checkServer(server) }
    }

    /// Keeps since when a server answers with nothing; `nil` when it says something again.
    package func setEmpty(since time: Date?, of server: ServerRecord.ID) throws(StoreError) {
        _ = try inAgent { (agent) throws(SQLiteError) in
            try agent.run(
                "UPDATE servers SET empty_since = ? WHERE id = ?",
                SQLiteValue(time?.timeIntervalSinceReferenceDate),
                .integer(server)
            )
        }
    }

    /// Keeps what a server said of its own URLs.
    package func setCredentials(_ credentials: Secret, of server: ServerRecord.ID) throws(StoreError) {
        let found = try inAgent { (agent) throws(SQLiteError) in
            try agent.run(
                "UPDATE servers SET credentials = ? WHERE id = ?",
                seal.stored(credentials),
                .integer(server)
            )
        }
        if found == 0 { try checkServer(server) }
    }

    /// Keeps what was changed of a server: its URL, credentials and version.
    ///
    /// - Parameter isNewRegistration: The server made a new device of this machine, so that it knows none of its sensors. What
    ///   is on will be described to it anew; what is off, here or there, stays off.
    package func update(_ record: ServerRecord, isNewRegistration: Bool = false) throws(StoreError) {
        forgetCaches()
        let found = try inAgent { (agent) throws(SQLiteError) in
            try agent.transaction { () throws(SQLiteError) in
                let found = try agent.run(
                    "UPDATE servers SET url = ?2, credentials = ?3, version = ?4, device_id = ?5 WHERE id = ?1",
                    .integer(record.id),
                    .text(record.url),
                    seal.stored(record.credentials),
                    SQLiteValue(record.version),
                    .text(record.deviceID)
                )
                guard isNewRegistration, found == 1 else { return found }
                try agent.run("UPDATE servers SET empty_since = NULL WHERE id = ?", .integer(record.id))
                try agent.run("DELETE FROM registrations WHERE server = ? AND wanted = 0", .integer(record.id))
                try agent.run(
                    """
                    UPDATE registrations SET explicit = 0, described = NULL, told = NULL, refusal = NULL, refused = NULL,
                        not_before = NULL
                    WHERE server = ?
                    """,
                    .integer(record.id)
                )
                return found
            }
        }
        guard found == 1 else { throw .noSuchServer(record.id) }
        // The log still holds the secrets that were there before.
        try inAgent { (agent) throws(SQLiteError) in try agent.checkpoint() }
    }

    /// - Throws: ``StoreError/noSuchServer(_:)``
    package func checkServer(_ id: ServerRecord.ID) throws(StoreError) {
        guard try hasServer(id) else { throw .noSuchServer(id) }
    }

    func hasServer(_ id: ServerRecord.ID) throws(StoreError) -> Bool {
        try inAgent { (agent) throws(SQLiteError) in
            try agent.first("SELECT id FROM servers WHERE id = ?", .integer(id)) { (row) throws(SQLiteError) in
                try row.integer(0)
            } != nil
        }
    }

    /// Removes the copy of `agent.db` from before a migration; it holds secrets too.
    func removeCopy() throws(StoreError) {
        guard hasCopy else { return }
        let folder = try open().folder
        for name in try folder.names(beginningWith: StoreFile.copyPrefix(.agent)) { try folder.remove(name) }
        hasCopy = false
    }

    private static func readServer(_ row: Statement, _ seal: CredentialSeal) throws(SQLiteError) -> ServerRecord {
        ServerRecord(
            id: try row.integer(0),
            name: try row.text(1),
            kind: try row.text(2),
            url: try row.text(3),
            deviceName: try row.text(4),
            deviceID: try row.text(5),
            credentials: try seal.opened(row.text(6)),
            version: try row.textIfAny(7),
            emptySince: try row.realIfAny(8).map(Date.init(timeIntervalSinceReferenceDate:))
        )
    }
}
