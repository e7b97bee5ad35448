import SQLite
import SensorSDK
import Shared

/// What stands in both files of a store that is closed, as far as it means something.
struct StoreContent: Equatable {
    private var rows: [String: [[SQLiteValue]]] = [:]

    init(_ folder: ScratchFolder) throws {
        let tables = [
            "agent.db": [
                "SELECT salt FROM installation", "SELECT * FROM servers", "SELECT * FROM sensors",
                "SELECT * FROM named_sources", "SELECT * FROM enablements", "SELECT * FROM registrations",
            ],
            "outbox.db": [
                "SELECT * FROM states", "SELECT * FROM events", "SELECT * FROM history", "SELECT * FROM drops",
            ],
        ]
        for (file, queries) in tables {
            try folder.edit(file) { database in
                for query in queries { rows[query] = try Self.rows(query, database) }
            }
        }
    }

    private static func rows(_ query: String, _ database: Database) throws(SQLiteError) -> [[SQLiteValue]] {
        let columns = try database.columns(of: String(query.split(separator: " ")[3])).count
        return try database.rows(query) { (row) throws(SQLiteError) in
            var values: [SQLiteValue] = []
            for column in 0..<(query.contains("*") ? columns : 1) { values.append(try row.value(Int32(column))) }
            return values
        }
    }
}
