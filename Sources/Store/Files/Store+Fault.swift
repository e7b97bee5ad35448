import SQLite

extension Store {
    /// Looks through both files for content that contradicts itself.
    ///
    /// - Returns: What was found; `nil` when both are sound.
    package func fault() throws(StoreError) -> String? {
        let look = { (database: Database) throws(SQLiteError) in try database.fault() }
        if let fault = try inAgent(look) { return "agent.db: \(fault)" }
        return try inOutbox(look).map { "outbox.db: \($0)" }
    }
}
