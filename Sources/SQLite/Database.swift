import CSQLite
import Glibc

/// One connection to one SQLite file. Whoever has it calls it from one place at a time; it is not `Sendable`.
///
/// Statements are prepared once and kept.
package final class Database {
    package let path: String
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens a file that is there; an empty file is an empty database. Nothing is read or written yet.
    package init(path: String) throws(SQLiteError) {
        self.path = path
        handle = try Self.open(path)
    }

    /// Opens what a file holds, in memory; the file itself is never touched.
    ///
    /// - Parameters:
    ///   - image: All of its pages, with no log beside them.
    ///   - path: Of the file.
    package init(image: [UInt8], of path: String) throws(SQLiteError) {
        self.path = path
        handle = try Self.open(":memory:")
        let count = Int64(image.count)
        // SQLite frees it, whatever comes.
        let copy = sqlite3_malloc64(UInt64(image.count))?.assumingMemoryBound(to: UInt8.self)
        copy?.update(from: image, count: image.count)
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        let code = copy == nil ? SQLITE_NOMEM : sqlite3_deserialize(handle, "main", copy, count, count, flags)
        guard code == SQLITE_OK else { throw SQLiteError(code, handle) }
    }

    private static func open(_ path: String) throws(SQLiteError) -> OpaquePointer {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        errno = 0
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(code, handle)
            sqlite3_close_v2(handle)
            throw error
        }
        return handle
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Whether file and write-ahead log stay as they are when this connection ends; otherwise the log is worked in and
    /// removed.
    package var leavesFilesAlone = false {
        didSet { _ = agent_sqlite3_keep_wal_on_close(handle, leavesFilesAlone ? 1 : 0) }
    }

    /// Whether the file is no longer where it was opened: deleted, moved, or another one in its place.
    package var hasMoved: Bool {
        var hasMoved: Int32 = 0
        // In memory there is none.
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return code == SQLITE_OK && hasMoved != 0
    }

    /// Runs statements that take and give no values.
    package func execute(_ script: String) throws(SQLiteError) {
        errno = 0
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, handle) }
    }

    /// Runs a statement whose rows, if any, are of no interest.
    ///
    /// - Returns: How many rows it inserted, changed or deleted.
    @discardableResult
    package func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int {
        try run(sql, values: values)
    }

    /// As ``run(_:_:)``, for values that were counted elsewhere.
    @discardableResult
    package func run(_ sql: String, values: [SQLiteValue]) throws(SQLiteError) -> Int {
        let statement = try statement(sql)
        defer { statement.end() }
        try statement.start(values)
        while try statement.step() {}
        return Int(sqlite3_changes64(handle))
    }

    /// Runs a query and reads each of its rows.
    package func rows<Element>(
        _ sql: String,
        _ values: SQLiteValue...,
        read: (Statement) throws(SQLiteError) -> Element
    ) throws(SQLiteError) -> [Element] {
        let statement = try statement(sql)
        defer { statement.end() }
        try statement.start(values)
        var elements: [Element] = []
        while try statement.step() { elements.append(try read(statement)) }
        return elements
    }

    /// Runs a query and reads its rows until so many have given something.
    package func firstRows<Element>(
        _ count: Int,
        _ sql: String,
        _ values: SQLiteValue...,
        read: (Statement) throws(SQLiteError) -> Element?
    ) throws(SQLiteError) -> [Element] {
        let statement = try statement(sql)
        defer { statement.end() }
        try statement.start(values)
        var elements: [Element] = []
        while elements.count < count, try statement.step() {
            if let element = try read(statement) { elements.append(element) }
        }
        return elements
    }

    /// Runs a query and reads its first row; `nil` when it has none.
    package func first<Element>(
        _ sql: String,
        _ values: SQLiteValue...,
        read: (Statement) throws(SQLiteError) -> Element
    ) throws(SQLiteError) -> Element? {
        let statement = try statement(sql)
        defer { statement.end() }
        try statement.start(values)
        return try statement.step() ? try read(statement) : nil
    }

    /// Does all of `body` or nothing of it.
    package func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // SQLite may have rolled back by itself, and the first error says more than one of this.
            if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
            throw error
        }
    }

    /// The row id of the last row that was inserted.
    package var lastInsertedRow: Int64 {
        sqlite3_last_insert_rowid(handle)
    }

    private func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = statements[sql] {
            return statement.isRunning ? try Statement(sql, in: handle) : statement
        }
        let statement = try Statement(sql, in: handle)
        statements[sql] = statement
        return statement
    }
}
