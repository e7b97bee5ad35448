import SQLite
import SensorSDK
import Shared

/// What stands in an outbox that no store has open.
struct QueueContent {
    var states: [OutboxModel.Pair: Int64] = [:]
    /// Name and number of the next attempt, in order, by server.
    var events: [ServerRecord.ID: [String]] = [:]
    /// Values and names of events, in order, by server.
    var history: [ServerRecord.ID: [String]] = [:]
    /// The last of all.
    var last: QueueSequence

    init(_ outbox: Database) throws(SQLiteError) {
        let epoch = try outbox.first("SELECT epoch FROM outbox") { (row) throws(SQLiteError) in try row.integer(0) }
        last = QueueSequence(epoch: epoch ?? 0, number: 0)
        for row in try Self.rows(outbox, "SELECT server, number, sensor, value FROM states") {
            states[.init(server: row.server, sensor: row.name)] = Int64(row.detail)
            note(row.number)
        }
        for row in try Self.rows(outbox, "SELECT server, number, name, attempts + 1 FROM events ORDER BY number") {
            events[row.server, default: []].append("\(row.name) \(row.detail)")
            note(row.number)
        }
        let history = """
            SELECT server, number, CASE outcome WHEN 'e' THEN json_extract(value, '$.name') ELSE CAST(value AS TEXT) END, ''
            FROM history ORDER BY number
            """
        for row in try Self.rows(outbox, history) {
            self.history[row.server, default: []].append(row.name)
            note(row.number)
        }
    }

    private mutating func note(_ number: Int64) {
        last = max(last, QueueSequence(epoch: last.epoch, number: number))
    }

    private static func rows(
        _ outbox: Database,
        _ query: String
    ) throws(SQLiteError) -> [(server: ServerRecord.ID, number: Int64, name: String, detail: String)] {
        try outbox.rows(query) {
            (row) throws(SQLiteError) in
            let detail: String =
                switch try row.value(3) {
                case .integer(let number): "\(number)"
                case .text(let text): text
                default: ""
                }
            return (try row.integer(0), try row.integer(1), try row.text(2), detail)
        }
    }
}
