import FoundationEssentials
import SQLite

/// One of the two files, opened and found sound; it is not changed before ``migrate()``.
struct StoreFile {
    let folder: StateFolder
    let schema: Schema
    let database: Database
    /// The format that it was found in; 0 when it is new.
    let found: Int

    var path: String { folder.file(schema.file) }

    /// - Parameter isCopied: Whether to work on a copy in memory; the file is left alone then.
    /// - Throws: ``StoreError/newer(path:found:known:)`` or ``StoreError/damaged(path:)`` with nothing touched.
    init(_ schema: Schema, in folder: StateFolder, isCopied: Bool = false) throws(StoreError) {
        self.folder = folder
        self.schema = schema
        if !isCopied { try folder.makeFile(schema.file) }
        let path = folder.file(schema.file)
        let hasLog = try folder.size(schema.file + "-wal") ?? 0 > 0
        if hasLog { try Self.checkLog(of: path) }
        let image = isCopied ? try Self.image(of: path, hasLog: hasLog) : nil
        do throws(SQLiteError) {
            database = if let image { try Database(image: image.bytes, of: path) } else { try Database(path: path) }
            // Without a log there is nothing to leave, and SQLite shall take the empty one along that it makes.
            database.leavesFilesAlone = hasLog
            // One connection alone: no shared memory file, and locks that are taken once.
            try database.execute(
                """
                PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 2000; PRAGMA synchronous = FULL;
                PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
                PRAGMA temp_store = MEMORY;
                """
            )
            found = try database.userVersion()
        } catch {
            throw folder.error(error, path)
        }
        guard found <= schema.version else { throw .newer(path: path, found: found, known: schema.version) }
        try check()
    }

    /// Brings it to the newest format, one migration after the other.
    func migrate() throws(StoreError) {
        do throws(SQLiteError) {
            database.leavesFilesAlone = false
            try database.execute("PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 1048576")
            for number in found..<schema.version {
                try database.transaction { () throws(SQLiteError) in
                    try database.execute(schema.migrations[number])
                    try database.setUserVersion(number + 1)
                }
            }
            if found == 0 { try database.checkpoint() }
        } catch {
            throw folder.error(error, path)
        }
        if found == 0 { try folder.synchronize(schema.file) }
    }

    /// Keeps a copy from before a migration; an older one goes.
    ///
    /// - Returns: Whether there is a copy now.
    func copyBeforeMigration() throws(StoreError) -> Bool {
        let prefix = Self.copyPrefix(schema)
        guard found > 0, found < schema.version else { return try !folder.names(beginningWith: prefix).isEmpty }
        let draft = "\(schema.file).copy"
        try folder.remove(draft)
        try folder.makeFile(draft)
        do throws(SQLiteError) { try database.copy(to: folder.file(draft)) } catch {
            throw folder.error(error, folder.file(draft))
        }
        let name = "\(prefix)\(found)"
        try folder.synchronize(draft)
        try folder.rename(draft, to: name)
        for old in try folder.names(beginningWith: prefix) where old != name { try folder.remove(old) }
        return true
    }

    /// The number of the copied format follows.
    static func copyPrefix(_ schema: Schema) -> String { "\(schema.file).version-" }

    /// SQLite would take what is before the break for all there is.
    private static func checkLog(of path: String) throws(StoreError) {
        // A log that can't be read is SQLite's to complain about.
        guard let bytes = try? Data(contentsOf: URL(filePath: path + "-wal")) else { return }
        if WriteAheadLog(Array(bytes))?.isBroken == true { throw .damaged(path: path) }
    }

    private static func image(of path: String, hasLog: Bool) throws(StoreError) -> DatabaseImage {
        do {
            let file = try Data(contentsOf: URL(filePath: path))
            let log = hasLog ? try Data(contentsOf: URL(filePath: path + "-wal")) : Data()
            return DatabaseImage(file: Array(file), log: Array(log), isSound: true)
        } catch {
            throw .failed(path: path, detail: "it can't be read")
        }
    }

    private func check() throws(StoreError) {
        do throws(SQLiteError) {
            if try database.fault() != nil { throw StoreFile.contradiction }
            let tables = try database.rows("SELECT name FROM sqlite_schema LIMIT 1") { (row) throws(SQLiteError) in
                try row.text(0)
            }
            // A file of somebody else's, or one that lost its tables.
            if tables.isEmpty != (found == 0) { throw StoreFile.contradiction }
        } catch {
            throw folder.error(error, path)
        }
    }

    private static let contradiction = SQLiteError.unexpectedValue("the file contradicts itself")
}
