import CSQLite

/// A column of another type than the asked one is an error, not a guess.
extension Statement {
    package func integer(_ column: Int32) throws(SQLiteError) -> Int64 {
        try expect(SQLITE_INTEGER, column)
        return sqlite3_column_int64(handle, column)
    }

    package func flag(_ column: Int32) throws(SQLiteError) -> Bool {
        try integer(column) != 0
    }

    package func real(_ column: Int32) throws(SQLiteError) -> Double {
        try expect(SQLITE_FLOAT, column)
        return sqlite3_column_double(handle, column)
    }

    package func text(_ column: Int32) throws(SQLiteError) -> String {
        try expect(SQLITE_TEXT, column)
        guard let start = sqlite3_column_text(handle, column) else { throw SQLiteError(SQLITE_NOMEM, database) }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    package func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
        try expect(SQLITE_BLOB, column)
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    package func textIfAny(_ column: Int32) throws(SQLiteError) -> String? {
        isNull(column) ? nil : try text(column)
    }

    package func integerIfAny(_ column: Int32) throws(SQLiteError) -> Int64? {
        isNull(column) ? nil : try integer(column)
    }

    package func realIfAny(_ column: Int32) throws(SQLiteError) -> Double? {
        isNull(column) ? nil : try real(column)
    }

    /// The column as it is stored.
    package func value(_ column: Int32) throws(SQLiteError) -> SQLiteValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(try integer(column))
        case SQLITE_FLOAT: .real(try real(column))
        case SQLITE_TEXT: .text(try text(column))
        case SQLITE_BLOB: .blob(try blob(column))
        default: .null
        }
    }

    private func expect(_ type: Int32, _ column: Int32) throws(SQLiteError) {
        guard sqlite3_column_type(handle, column) == type else {
            throw .unexpectedValue("column \(column) holds another type of value than it should")
        }
    }
}
