import CSQLite
import Glibc

/// A statement that is being run; in the closure of a query it stands on one row, whose columns it reads.
///
/// Columns count from 0. It must not be kept after the closure.
package final class Statement {
    let handle: OpaquePointer
    let database: OpaquePointer
    /// Whether somebody is using it.
    private(set) var isRunning = false

    init(_ sql: String, in database: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, database) }
        guard let handle else { throw SQLiteError(code: SQLITE_MISUSE, message: "there is no statement in '\(sql)'") }
        self.handle = handle
        self.database = database
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Gives values to all parameters.
    func start(_ values: [SQLiteValue]) throws(SQLiteError) {
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw SQLiteError(code: SQLITE_RANGE, message: "\(values.count) values for another number of parameters")
        }
        isRunning = true
        for (index, value) in values.enumerated() {
            let code = bind(value, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw SQLiteError(code, database) }
        }
    }

    /// - Returns: Whether it stands on a row now.
    func step() throws(SQLiteError) -> Bool {
        errno = 0
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteError(code, database)
        }
    }

    func end() {
        // Repeats the error of the last step, which was thrown there.
        _ = sqlite3_reset(handle)
        _ = sqlite3_clear_bindings(handle)
        isRunning = false
    }

    private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        // SQLite copies text and bytes before the call returns.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .integer(let number): return sqlite3_bind_int64(handle, index, number)
        case .real(let number): return sqlite3_bind_double(handle, index, number)
        case .null: return sqlite3_bind_null(handle, index)
        case .text(let text):
            let count = UInt64(text.utf8.count)
            return sqlite3_bind_text64(handle, index, text, count, transient, UInt8(SQLITE_UTF8))
        case .blob(let bytes):
            // An empty array has no address, which would bind NULL.
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
            return sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), transient)
        }
    }
}
