import SQLite

/// The outbox while the disk takes nothing: all that it holds, in memory alone.
struct MemoryOutbox {
    let database: Database
    /// Since boot: when the disk is tried again.
    var nextTrial: Duration
    /// Why, for people.
    let reason: StoreError

    private static let schema = Schema.outbox
    private static let trialInterval = Duration.seconds(30)
    /// They belong to the file.
    private static let fileTables: Set<String> = ["trials"]

    /// Beyond it a history waits for the disk, as everything does then: memory is not there for a month of it.
    private static let mostBytes: Int64 = 16 << 20

    static func fits(_ file: Database) throws(SQLiteError) -> Bool {
        let bytes = try file.first("SELECT COALESCE(sum(bytes), 0) FROM history_size") { (row) throws(SQLiteError) in
            try row.integer(0)
        }
        return (bytes ?? 0) <= mostBytes
    }

    /// - Parameter database: A copy that is in memory already.
    init(_ database: Database, because reason: StoreError, at now: Duration) {
        self.database = database
        self.reason = reason
        nextTrial = now + Self.trialInterval
    }

    init(of file: Database, because reason: StoreError, at now: Duration) throws(SQLiteError) {
        database = try Database(path: ":memory:")
        for migration in Self.schema.migrations { try database.execute(migration) }
        let database = database
        try database.transaction { () throws(SQLiteError) in
            try database.takeRows(of: file, except: Self.fileTables)
        }
        self.reason = reason
        nextTrial = now + Self.trialInterval
    }

    /// - Returns: Whether the disk is to be tried now.
    mutating func takesTurn(at now: Duration) -> Bool {
        guard now >= nextTrial else { return false }
        nextTrial = now + Self.trialInterval
        return true
    }

    /// - Returns: Whether the file has everything again.
    func isWritten(to file: Database) -> Bool {
        do throws(SQLiteError) {
            try file.transaction { () throws(SQLiteError) in
                try file.takeRows(of: database, except: Self.fileTables)
            }
            return true
        } catch {
            return false
        }
    }
}
