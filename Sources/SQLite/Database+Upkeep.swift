extension Database {
    /// The number that migrations count up; 0 in a new file.
    package func userVersion() throws(SQLiteError) -> Int {
        Int(try first("PRAGMA user_version") { (row) throws(SQLiteError) in try row.integer(0) } ?? 0)
    }

    package func setUserVersion(_ version: Int) throws(SQLiteError) {
        try execute("PRAGMA user_version = \(version)")
    }

    /// Looks through the whole file for content that contradicts itself.
    ///
    /// - Returns: What SQLite found; `nil` when the file is sound.
    package func fault() throws(SQLiteError) -> String? {
        let found = try first("PRAGMA quick_check(1)") { (row) throws(SQLiteError) in try row.text(0) }
        return found == "ok" ? nil : found
    }

    /// Works the write-ahead log into the file and empties it.
    package func checkpoint() throws(SQLiteError) {
        try run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Writes a copy as it is now, write-ahead log included.
    ///
    /// - Parameter path: A file that is missing or empty; one that is empty keeps its mode.
    package func copy(to path: String) throws(SQLiteError) {
        try run("VACUUM INTO ?", .text(path))
    }
}

extension Database {
    /// Names of its tables, without those of SQLite's own.
    package func tables() throws(SQLiteError) -> [String] {
        try rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid") {
            (row) throws(SQLiteError) in try row.text(0)
        }
    }

    /// A table's columns; none when there is no such table.
    ///
    /// - Returns: By name; `key` counts those of the primary key from 1 and is 0 for the others.
    package func columns(of table: String) throws(SQLiteError) -> [(name: String, key: Int)] {
        try rows("SELECT name, pk FROM pragma_table_info(?)", .text(table)) { (row) throws(SQLiteError) in
            (try row.text(0), Int(try row.integer(1)))
        }
    }
}
