import SQLite

extension Store {
    /// Sources that the owner named for a family, in the order in which he did.
    package func namedSources(family: String) throws(StoreError) -> [String] {
        try inAgent { (agent) throws(SQLiteError) in
            try agent.rows("SELECT source FROM named_sources WHERE family = ? ORDER BY id", .text(family)) {
                (row) throws(SQLiteError) in try row.text(0)
            }
        }
    }

    /// Keeps a source that the owner named.
    ///
    /// - Returns: Whether it is new.
    package func addSource(_ source: String, family: String) throws(StoreError) -> Bool {
        try inAgent { (agent) throws(SQLiteError) in
            try agent.run(
                "INSERT INTO named_sources (family, source) VALUES (?, ?) ON CONFLICT (family, source) DO NOTHING",
                .text(family),
                .text(source)
            ) > 0
        }
    }

    /// Forgets a source that the owner named. What it offered stays known.
    ///
    /// - Returns: Whether it was there.
    package func removeSource(_ source: String, family: String) throws(StoreError) -> Bool {
        try inAgent { (agent) throws(SQLiteError) in
            try agent.run(
                "DELETE FROM named_sources WHERE family = ? AND source = ?",
                .text(family),
                .text(source)
            ) > 0
        }
    }
}
