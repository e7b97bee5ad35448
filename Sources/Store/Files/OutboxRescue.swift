import FoundationEssentials
import SQLite
import Shared

/// Takes what can still be read of a damaged outbox into a fresh one.
///
/// Whenever it is cut short, the damaged file is still there, or the fresh one is complete.
struct OutboxRescue {
    private let schema: Schema
    private let folder: StateFolder
    private var states = 0
    private var events = 0
    private var history = 0
    /// By server: events and items of a history that were there and can't be carried over, as far as they can be counted.
    private var lost: [Int64: Int] = [:]

    /// Tables that are filled anew, not carried over; what there is of the history is counted by its triggers.
    private static let made: Set = ["outbox", "trials", "history_size"]
    /// Tables of which every row counts.
    private static let counted: Set = ["events", "history"]
    /// How many damaged files are kept.
    private static let mostKept = 3

    init(_ schema: Schema, in folder: StateFolder) {
        self.schema = schema
        self.folder = folder
    }

    /// Complete, but not in its place yet.
    static func readyName(_ schema: Schema) -> String { schema.file + ".ready" }
    private var ready: String { Self.readyName(schema) }
    private var draft: String { schema.file + ".new" }
    private var image: String { schema.file + ".rescue" }

    /// Puts the fresh file in the place of the damaged one, if an earlier start was cut short before.
    func finish() throws(StoreError) {
        guard try folder.size(ready) != nil else { return }
        let name = "\(schema.file).damaged-\(try number())"
        // The log first: beside another file it would be taken for that one's.
        for end in ["-wal", ""] where try folder.size(schema.file + end) != nil {
            try folder.rename(schema.file + end, to: name + end)
        }
        try folder.rename(ready, to: schema.file)
        try folder.synchronize(schema.file)
    }

    /// Makes the fresh outbox and fills it.
    ///
    /// - Parameters:
    ///   - moved: The last generation of the ledger that `agent.db` holds already.
    ///   - settle: Gives the fresh file its epoch.
    /// - Returns: The epoch.
    mutating func run(moved: Int64, settle: (Database) throws(StoreError) -> Int64) throws(StoreError) -> Int64 {
        for name in [draft, draft + "-wal", image] { try folder.remove(name) }
        let epoch = try fill(moved, settle)
        try folder.remove(image)
        try folder.synchronize(draft)
        let name = "\(schema.file).damaged-\(try number())"
        try folder.rename(draft, to: ready)
        try finish()
        try forgetOld()
        Log.warning(
            "the queue of unsent data was damaged; it is set aside and a new one starts with what could be read",
            [
                "file": folder.file(name), "states": "\(states)", "events": "\(events)",
                "history": "\(history)",
                "lost_events": lost.isEmpty ? "0" : "at least \(lost.values.reduce(0, +))",
            ]
        )
        return epoch
    }

    private mutating func fill(
        _ moved: Int64,
        _ settle: (Database) throws(StoreError) -> Int64
    ) throws(StoreError) -> Int64 {
        let file = try StoreFile(Schema(file: draft, migrations: schema.migrations), in: folder)
        try file.migrate()
        let fresh = file.database
        let epoch = try settle(fresh)
        do throws(SQLiteError) { try fresh.checkpoint() } catch { throw folder.error(error, fresh.path) }
        guard let damaged = try open(beside: fresh) else { return epoch }
        do throws(SQLiteError) {
            try fresh.transaction { () throws(SQLiteError) in try carry(from: damaged, to: fresh, moved) }
            try fresh.checkpoint()
        } catch {
            throw folder.error(error, fresh.path)
        }
        return epoch
    }

    /// What is there, as a file of its own; `nil` when nothing of it is a database.
    private func open(beside fresh: Database) throws(StoreError) -> Database? {
        // What can't be read at all is as lost as what is damaged.
        let bytes = { (name: String) in (try? Data(contentsOf: URL(filePath: folder.file(name)))).map(Array.init) ?? []
        }
        var pages = DatabaseImage(file: bytes(schema.file), log: bytes(schema.file + "-wal"))
        if pages.isEmpty { return nil }
        if let database = try opened(pages) { return database }
        pages.takeFirstPage(from: bytes(draft))
        return try opened(pages)
    }

    private func opened(_ pages: DatabaseImage) throws(StoreError) -> Database? {
        try folder.write(pages.bytes, to: image)
        do throws(SQLiteError) {
            let database = try Database(path: folder.file(image))
            try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")
            return try database.columns(of: "events").isEmpty ? nil : database
        } catch {
            return nil
        }
    }

    private mutating func carry(from damaged: Database, to fresh: Database, _ moved: Int64) throws(SQLiteError) {
        for name in try fresh.tables() where !Self.made.contains(name) {
            // A table that the older format did not have, or whose description is lost.
            let known = (try? damaged.columns(of: name)) ?? []
            let columns = try fresh.columns(of: name)
            let shared = columns.map(\.name).filter { column in known.contains { $0.name == column } }
            let key = columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name)
            guard Set(shared).isSuperset(of: key) else { continue }
            let table = DamagedTable(name, columns: shared, key: key, in: damaged)
            let marks = shared.map { _ in "?" }.joined(separator: ", ")
            let insert = "INSERT INTO \(name) (\(shared.joined(separator: ", "))) VALUES (\(marks))"
            for row in table.rows.values {
                // What breaks a rule of its table was not written so.
                do throws(SQLiteError) { try fresh.run(insert, values: row) } catch  where error.kind == .constraint {
                    if Self.counted.contains(name), let server = row.first { lose(1, of: server) }
                }
            }
            if Self.counted.contains(name), table.holes > 0 { loseUnread(table) }
        }
        try settle(fresh, moved)
    }

    private mutating func loseUnread(_ table: DamagedTable) {
        let servers = Set(table.rows.keys.compactMap(\.first))
        for server in servers { lose(table.holes, of: server) }
    }

    private mutating func lose(_ count: Int, of server: SQLiteValue) {
        guard case .integer(let id) = server else { return }
        lost[id, default: 0] += count
    }

    private mutating func settle(_ fresh: Database, _ moved: Int64) throws(SQLiteError) {
        for (table, number) in try Store.unreadableRows(in: fresh) {
            try fresh.run("DELETE FROM \(table) WHERE server = ? AND number = ?", number.server, number.number)
            if Self.counted.contains(table) { lose(1, of: number.server) }
        }
        // They may have been sent since what was read here was written.
        try fresh.run("UPDATE events SET attempts = max(attempts, 1)")
        try fresh.run("DELETE FROM ledger WHERE generation <= ?", .integer(moved))
        try fresh.run(
            """
            UPDATE outbox SET
                last_number = (SELECT COALESCE(max(number), 0) FROM (
                    SELECT number FROM states UNION ALL SELECT number FROM events UNION ALL SELECT number FROM history
                )),
                ledger_generation = max(ledger_generation, (SELECT COALESCE(max(generation), 0) FROM ledger))
            """
        )
        for (server, count) in lost { try Store.count(count, server, in: fresh) }
        let counted = { (table: String) throws(SQLiteError) in
            try fresh.first("SELECT count(*) FROM \(table)") { (row) throws(SQLiteError) in Int(try row.integer(0)) }
                ?? 0
        }
        states = try counted("states")
        events = try counted("events")
        history = try counted("history")
    }

    /// The next file that is set aside gets this.
    private func number() throws(StoreError) -> Int { (try kept().last ?? 0) + 1 }

    /// Numbers of the files that were set aside.
    private func kept() throws(StoreError) -> [Int] {
        let prefix = schema.file + ".damaged-"
        return try folder.names(beginningWith: prefix).compactMap { Int($0.dropFirst(prefix.count)) }.sorted()
    }

    /// A disk that fails again and again must not be filled with what it broke.
    private func forgetOld() throws(StoreError) {
        for number in try kept().dropLast(Self.mostKept) {
            for end in ["", "-wal"] { try folder.remove("\(schema.file).damaged-\(number)\(end)") }
        }
    }
}
