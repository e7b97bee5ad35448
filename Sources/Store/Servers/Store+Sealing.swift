import SQLite
import Shared

/// The owner may give a key, change it, or take it away; what is stored follows at the next start.
extension Store {
    /// Whether the secrets of servers are sealed with a key of the owner's.
    package var sealsSecrets: Bool { keys.current != nil }

    /// Sees to it that every secret can be opened, and is stored as the keys say.
    ///
    /// - Throws: ``StoreError/sealed(path:hasKey:)`` with nothing touched.
    static func settleSecrets(_ files: StoreFiles, _ seal: CredentialSeal) throws(StoreError) {
        let stored = try translating(files, files.agent) { (agent) throws(SQLiteError) in
            try agent.rows("SELECT id, credentials FROM servers") { (row) throws(SQLiteError) in
                (id: try row.integer(0), text: try row.text(1))
            }
        }
        for (_, text) in stored where seal.secret(text) == nil {
            throw .sealed(path: files.agent.path, hasKey: seal.hasKey)
        }
        let others = stored.filter { !seal.isAsWanted($0.text) }
        guard !others.isEmpty else { return }
        try translating(files, files.agent) { (agent) throws(SQLiteError) in
            try agent.transaction { () throws(SQLiteError) in
                for (id, text) in others {
                    try agent.run(
                        "UPDATE servers SET credentials = ? WHERE id = ?",
                        seal.stored(try seal.opened(text)),
                        .integer(id)
                    )
                }
            }
            // The log still holds what was there before.
            try agent.checkpoint()
        }
        // As does a copy from before a migration.
        for name in try files.folder.names(beginningWith: StoreFile.copyPrefix(.agent)) {
            try files.folder.remove(name)
        }
    }
}
