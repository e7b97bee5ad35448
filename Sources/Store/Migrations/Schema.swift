/// The format of one file: its migrations, in order. They are only ever appended to; number N leads from format N-1 to N.
struct Schema: Sendable {
    /// `agent.db`, `outbox.db`
    let file: String
    /// SQL; each runs in a transaction of its own.
    let migrations: [String]

    /// The format that this program writes.
    var version: Int { migrations.count }
}
