import SQLite
import Shared

/// Both files, open and in the newest format, and the lock on their folder.
struct StoreFiles {
    let folder: StateFolder
    let lock: FolderLock
    private(set) var agent: Database
    private(set) var outbox: Database
    let salt: [UInt8]
    /// The outbox's; see ``QueueSequence``.
    let epoch: Int64
    /// Whether a copy of `agent.db` from before a migration is there.
    let hasCopy: Bool
    /// Why both are copies in memory, of which `agent` takes no changes; `nil` when they are the files themselves.
    let obstacle: StoreError?

    /// Opens both; on a disk that takes nothing now, copies of what is there.
    static func open(_ directory: String, _ agent: Schema, _ outbox: Schema) throws(StoreError) -> StoreFiles {
        do throws(StoreError) {
            return try StoreFiles(directory, agent, outbox)
        } catch {
            guard error.isOfDisk else { throw error }
            return try StoreFiles(copiedFrom: directory, agent, outbox, because: error)
        }
    }

    private init(
        copiedFrom directory: String,
        _ agentSchema: Schema,
        _ outboxSchema: Schema,
        because obstacle: StoreError
    ) throws(StoreError) {
        folder = StateFolder(path: directory)
        // What is not there can't be made, and what is damaged not be set aside.
        for schema in [agentSchema, outboxSchema] {
            guard try folder.size(schema.file) ?? 0 > 0 else { throw obstacle }
        }
        guard try folder.names(beginningWith: OutboxRescue.readyName(outboxSchema)).isEmpty else { throw obstacle }
        try folder.checkOwner(isUsedAsItIs: true)
        lock = try FolderLock(folder, isMade: false)
        let agentFile = try StoreFile(agentSchema, in: folder, isCopied: true)
        let outboxFile: StoreFile
        do throws(StoreError) { outboxFile = try StoreFile(outboxSchema, in: folder, isCopied: true) } catch .damaged {
            throw obstacle
        }
        hasCopy = try !folder.names(beginningWith: StoreFile.copyPrefix(agentSchema)).isEmpty
        for file in [agentFile, outboxFile] { try file.migrate() }
        (agent, outbox) = (agentFile.database, outboxFile.database)
        let known: Int64
        do throws(SQLiteError) { (salt, known) = try Self.installation(in: agent) } catch {
            throw folder.error(error, agent.path)
        }
        epoch = try Self.settleEpoch(known: known, agent, outbox, folder)
        // A choice of the owner's that would not outlast this process is refused.
        do throws(SQLiteError) { try agent.execute("PRAGMA query_only = ON") } catch {
            throw folder.error(error, agent.path)
        }
        self.obstacle = obstacle
    }

    /// - Parameter lock: The one on this folder, if this process has it already.
    init(
        _ directory: String,
        _ agentSchema: Schema,
        _ outboxSchema: Schema,
        lock: FolderLock? = nil
    ) throws(StoreError) {
        obstacle = nil
        folder = StateFolder(path: directory)
        try folder.make()
        self.lock = if let lock { lock } else { try FolderLock(folder) }
        try Self.refuseEmptied(agentSchema, beside: outboxSchema, in: folder)

        try OutboxRescue(outboxSchema, in: folder).finish()
        // Both are looked at before either is changed.
        let agentFile = try StoreFile(agentSchema, in: folder)
        var outboxFile: StoreFile?
        do throws(StoreError) {
            outboxFile = try StoreFile(outboxSchema, in: folder)
        } catch .damaged {
            outboxFile = nil
        }

        hasCopy = try agentFile.copyBeforeMigration()
        try agentFile.migrate()
        agent = agentFile.database
        let known: Int64
        do throws(SQLiteError) { (salt, known) = try Self.installation(in: agent) } catch {
            throw folder.error(error, agent.path)
        }

        var current = known
        if outboxFile == nil {
            let (agent, folder) = (agentFile.database, StateFolder(path: directory))
            var rescue = OutboxRescue(outboxSchema, in: folder)
            let moved = try Self.movedLedger(of: known, in: agent, folder)
            current = try rescue.run(moved: moved) { (fresh) throws(StoreError) in
                try Self.settleEpoch(known: known, agent, fresh, folder)
            }
        }
        let usable = if let outboxFile { outboxFile } else { try StoreFile(outboxSchema, in: folder) }
        try usable.migrate()
        outbox = usable.database
        epoch = try Self.settleEpoch(known: current, agent, outbox, folder)
    }

    /// Whether one of the files is no longer where it was opened.
    var hasMoved: Bool { agent.hasMoved || outbox.hasMoved }

    /// Puts back what was removed while it is open, as it is now.
    mutating func putBack(_ agentSchema: Schema, _ outboxSchema: Schema) throws(StoreError) {
        if agent.hasMoved { agent = try putBack(agent, agentSchema) }
        if outbox.hasMoved { outbox = try putBack(outbox, outboxSchema) }
    }

    private func putBack(_ database: Database, _ schema: Schema) throws(StoreError) -> Database {
        guard try folder.size(schema.file) == nil else {
            throw .failed(path: database.path, detail: "another file is in its place")
        }
        try folder.make()
        let draft = "\(schema.file).kept"
        try folder.remove(draft)
        try folder.makeFile(draft)
        do throws(SQLiteError) { try database.copy(to: folder.file(draft)) } catch {
            throw folder.error(error, database.path)
        }
        try folder.synchronize(draft)
        database.leavesFilesAlone = true
        // The log first: beside another file it would be taken for that one's.
        try folder.remove(schema.file + "-wal")
        try folder.rename(draft, to: schema.file)
        try folder.synchronize(schema.file)
        let file = try StoreFile(schema, in: folder)
        try file.migrate()
        return file.database
    }

    /// Whether anything may be changed in either.
    func setWritable(_ isWritable: Bool) throws(StoreError) {
        for database in [agent, outbox] {
            do throws(SQLiteError) { try database.execute("PRAGMA query_only = \(isWritable ? "OFF" : "ON")") } catch {
                throw folder.error(error, database.path)
            }
        }
    }

    /// `agent.db` is filled before there is an outbox; if it is empty or missing beside one that is not, it was emptied or
    /// deleted since.
    private static func refuseEmptied(
        _ agent: Schema,
        beside outbox: Schema,
        in folder: StateFolder
    ) throws(StoreError) {
        guard try folder.size(agent.file) ?? 0 == 0 else { return }
        // A write-ahead log without its database tells the same of a file that was deleted.
        for witness in [outbox.file, agent.file + "-wal"] {
            guard let size = try folder.size(witness), size > 0 else { continue }
            throw .damaged(path: folder.file(agent.file))
        }
    }

    private static func installation(in agent: Database) throws(SQLiteError) -> (salt: [UInt8], epoch: Int64) {
        let query = "SELECT salt, outbox_epoch FROM installation"
        let stored = try agent.first(query) { (row) throws(SQLiteError) in (try row.blob(0), try row.integer(1)) }
        if let stored { return stored }
        // With another salt every sensor would get another id.
        for table in ["servers", "sensors", "named_sources", "enablements"] {
            let count = try agent.first("SELECT count(*) FROM \(table)") { (row) throws(SQLiteError) in
                try row.integer(0)
            }
            guard count == 0 else { throw .unexpectedValue("the file has lost what makes this installation itself") }
        }
        let salt = Current.randomBytes(16)
        try agent.run("INSERT INTO installation (id, salt, outbox_epoch) VALUES (1, ?, 0)", .blob(salt))
        return (salt, 0)
    }

    /// The last generation of an outbox's ledger that was moved here.
    private static func movedLedger(
        of epoch: Int64,
        in agent: Database,
        _ folder: StateFolder
    ) throws(StoreError) -> Int64 {
        let query = "SELECT ledger_generation FROM installation WHERE ledger_epoch = ?"
        do throws(SQLiteError) {
            return try agent.first(query, .integer(epoch)) { (row) throws(SQLiteError) in try row.integer(0) } ?? 0
        } catch {
            throw folder.error(error, agent.path)
        }
    }

    /// An outbox that is fresh, or was not the last in use here, takes the next epoch.
    private static func settleEpoch(
        known: Int64,
        _ agent: Database,
        _ outbox: Database,
        _ folder: StateFolder
    ) throws(StoreError) -> Int64 {
        var path = outbox.path
        do throws(SQLiteError) {
            let stored = try outbox.first("SELECT epoch FROM outbox") { (row) throws(SQLiteError) in try row.integer(0)
            }
            if let stored, stored == known { return stored }
            let next = max(known, stored ?? 0) + 1
            path = agent.path
            try agent.run("UPDATE installation SET outbox_epoch = ?", .integer(next))
            path = outbox.path
            try outbox.run(
                """
                INSERT INTO outbox (id, epoch, last_number) VALUES (1, ?, 0)
                ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch
                """,
                .integer(next)
            )
            return next
        } catch {
            throw folder.error(error, path)
        }
    }
}
