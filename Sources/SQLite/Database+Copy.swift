extension Database {
    /// Takes over all rows of another database with the same tables, in place of its own. To be called in a transaction.
    ///
    /// - Parameter except: Tables that stay as they are.
    package func takeRows(of other: Database, except: Set<String> = []) throws(SQLiteError) {
        for table in try tables() where !except.contains(table) {
            try run("DELETE FROM \(table)")
            let columns = try columns(of: table).map(\.name)
            let list = columns.joined(separator: ", ")
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            let rows = try other.rows("SELECT \(list) FROM \(table)") { (row) throws(SQLiteError) in
                var values: [SQLiteValue] = []
                for column in columns.indices { values.append(try row.value(Int32(column))) }
                return values
            }
            for values in rows { try run("INSERT INTO \(table) (\(list)) VALUES (\(marks))", values: values) }
        }
    }
}
