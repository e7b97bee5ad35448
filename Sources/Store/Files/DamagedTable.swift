import SQLite

/// One table of a damaged file: every row that can still be read, from both ends and from between the holes.
struct DamagedTable {
    /// What one pass over a part of the table gave.
    private struct Pass {
        var keys: [[SQLiteValue]] = []
        /// Whether it came to the end of its part.
        var isWhole = true
    }

    private let database: Database
    private let name: String
    private let columns: [String]
    /// Those of the primary key, in its order.
    private let key: [String]

    /// By key.
    private(set) var rows: [[SQLiteValue]: [SQLiteValue]] = [:]
    /// Places at which reading failed.
    private(set) var holes = 0

    /// How often a hole is jumped at, each time as far again.
    private static let mostJumps = 60

    init(_ name: String, columns: [String], key: [String], in database: Database) {
        self.database = database
        self.name = name
        self.columns = columns
        self.key = key
        let forth = read()
        guard !forth.isWhole else { return }
        holes = 1
        let back = read(backwards: true)
        // Queues are numbered, so that what is between two holes can be found.
        if key == ["server", "number"] { jump(after: forth.keys.last, before: back.keys.last) }
    }

    private mutating func jump(after low: [SQLiteValue]?, before high: [SQLiteValue]?) {
        guard case .integer(let server) = (high ?? low)?.first else { return }
        let bound = { (key: [SQLiteValue]?, other: Int64) in
            if let key, key[0] == .integer(server), case .integer(let number) = key[1] { number } else { other }
        }
        var last = bound(low, 0)
        let end = bound(high, .max)
        var step: Int64 = 1
        for _ in 0..<Self.mostJumps where step < end - last {
            let pass = read("server = \(server) AND number > \(last + step) AND number < \(end)")
            guard let first = pass.keys.first, let furthest = pass.keys.last else {
                if pass.isWhole { return }
                step *= 2
                continue
            }
            _ = read("server = \(server) AND number > \(last) AND number < \(bound(first, end))", backwards: true)
            if pass.isWhole { return }
            holes += 1
            (last, step) = (bound(furthest, end), 1)
        }
    }

    private mutating func read(_ condition: String = "TRUE", backwards: Bool = false) -> Pass {
        let order = key.map { backwards ? "\($0) DESC" : $0 }.joined(separator: ", ")
        let places = key.map { columns.firstIndex(of: $0) ?? 0 }
        let query = "SELECT \(columns.joined(separator: ", ")) FROM \(name) WHERE \(condition) ORDER BY \(order)"
        var pass = Pass()
        do throws(SQLiteError) {
            _ = try database.rows(query) { (row) throws(SQLiteError) in
                var values: [SQLiteValue] = []
                for column in columns.indices { values.append(try row.value(Int32(column))) }
                let key = places.map { values[$0] }
                rows[key] = values
                pass.keys.append(key)
            }
        } catch {
            pass.isWhole = false
        }
        return pass
    }
}
