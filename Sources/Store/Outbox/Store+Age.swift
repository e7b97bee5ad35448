package import FoundationEssentials
import SQLite

extension Store {
    /// When the oldest state or event was read that waits for a server, by the wall clock of then; `nil` when none waits.
    package func oldestWaiting() throws(StoreError) -> Date? {
        try inOutbox { (outbox) throws(SQLiteError) in
            try outbox.first(
                """
                SELECT min(wall) FROM (
                    SELECT wall FROM states UNION ALL SELECT wall FROM events UNION ALL
                    SELECT (SELECT wall FROM history WHERE server = size.server ORDER BY number LIMIT 1)
                    FROM history_size AS size
                )
                """
            ) {
                (row) throws(SQLiteError) in try row.realIfAny(0).map(Date.init(timeIntervalSinceReferenceDate:))
            } ?? nil
        }
    }
}
