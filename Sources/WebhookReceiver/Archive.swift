import Glibc
import SQLite
import SensorSDK
import Shared
import Webhook

/// What a receiver keeps: how far each agent's data is there, how its sensors are described, and the items, here or as lines
/// elsewhere.
///
/// All that one batch brings is in one transaction, so that a kill at any moment leaves all of it or nothing. With lines,
/// these are written before the transaction ends: a kill just then writes them twice, under the same numbers.
final class Archive {
    private let path: String
    private var database: Database
    /// Whether the database could not be opened again.
    private var isGone = false
    /// `nil` puts the items into the database.
    private let lines: LineFile?

    private static let version = 1

    private static let schema = """
        CREATE TABLE positions (
            agent TEXT PRIMARY KEY,
            epoch INTEGER NOT NULL,
            batch INTEGER NOT NULL,
            item INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sensors (
            agent TEXT NOT NULL,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            device TEXT NOT NULL,
            kind TEXT NOT NULL,
            device_class TEXT,
            unit TEXT,
            state_class TEXT,
            category TEXT,
            icon TEXT,
            enabled INTEGER NOT NULL,
            PRIMARY KEY (agent, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE items (
            agent TEXT NOT NULL,
            epoch INTEGER NOT NULL,
            number INTEGER NOT NULL,
            sensor TEXT NOT NULL,
            -- ISO 8601 with milliseconds and offset.
            time TEXT NOT NULL,
            -- Exactly one of these three is there; attributes and event are JSON.
            value ANY,
            unavailable TEXT,
            event TEXT,
            attributes TEXT,
            PRIMARY KEY (agent, epoch, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// - Parameter path: Of the database; is made, for its owner alone, when it is missing.
    init(path: String, lines: LineFile?) throws(ReceiverError) {
        self.path = path
        self.lines = lines
        database = try Self.open(path)
    }

    private static func open(_ path: String) throws(ReceiverError) -> Database {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
        }
        close(descriptor)
        do throws(SQLiteError) {
            let database = try Database(path: path)
            try database.execute("PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF")
            guard try isOurs(database) else { throw SQLiteError.unexpectedValue("another format") }
            try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            if try database.userVersion() == 0 {
                try database.transaction { () throws(SQLiteError) in
                    try database.execute(schema)
                    try database.setUserVersion(version)
                }
            }
            return database
        } catch {
            if error.kind == .damaged { throw .notOurs(path: path) }
            throw .cannotOpen(path: path, reason: "\(error)")
        }
    }

    /// What was deleted or replaced is begun anew, as at a start: nothing is acknowledged that only a deleted file holds.
    private func follow() throws {
        guard isGone || database.hasMoved else { return }
        isGone = true
        // Lets go of the old one first, and of what would be taken for the new one's.
        database = try Database(path: ":memory:")
        if access(path, F_OK) != 0 { for end in ["-wal", "-shm"] { unlink(path + end) } }
        database = try Self.open(path)
        isGone = false
    }

    /// Writes what is new of a batch; durable when it returns.
    ///
    /// - Returns: How many of its items were there before, and which of its sensors have no description here.
    /// - Throws: ``ReceiverRefusal/replayed``; ``ReceiverError`` when nothing could be written.
    func take(_ batch: BatchDocument) throws -> (duplicates: Int, undescribed: [SensorID]) {
        try follow()
        do {
            try database.run("BEGIN IMMEDIATE")
            let before = try position(of: batch.agent)
            guard before.map({ ($0.epoch, $0.batch) < (batch.epoch, batch.batch) }) ?? true else {
                throw ReceiverRefusal.replayed
            }
            // Numbers of an earlier epoch say nothing about this one.
            let known = before.flatMap { $0.epoch == batch.epoch ? $0.item : nil } ?? 0
            let news = batch.items.drop { $0.number <= known }
            for sensor in batch.sensors { try describe(sensor, of: batch.agent) }
            if lines == nil { for item in news { try keep(item, of: batch) } }
            try advance(batch.agent, to: Position(epoch: batch.epoch, batch: batch.batch, item: batch.last ?? known))
            let undescribed = try Set(batch.items.map(\.sensor)).filter { try !isDescribed($0, of: batch.agent) }
            // The last thing that can fail but for the end of the transaction itself.
            try lines?.write(batch, news)
            try database.run("COMMIT")
            return (batch.items.count - news.count, undescribed.sorted())
        } catch {
            // Nothing of it stays; SQLite may have done so by itself.
            _ = try? database.run("ROLLBACK")
            guard let error = error as? SQLiteError else { throw error }
            throw ReceiverError.cannotWrite(reason: "\(error)")
        }
    }

    private static func isOurs(_ database: Database) throws(SQLiteError) -> Bool {
        let tables = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
            (row) throws(SQLiteError) in try row.text(0)
        }
        let version = try database.userVersion()
        return version == 0 ? tables.isEmpty : version == Self.version && tables == ["items", "positions", "sensors"]
    }

    private func position(of agent: String) throws(SQLiteError) -> Position? {
        try database.first("SELECT epoch, batch, item FROM positions WHERE agent = ?", .text(agent)) {
            (row) throws(SQLiteError) in
            Position(epoch: try row.integer(0), batch: try row.integer(1), item: try row.integer(2))
        }
    }

    private func advance(_ agent: String, to position: Position) throws(SQLiteError) {
        try database.run(
            "INSERT OR REPLACE INTO positions (agent, epoch, batch, item) VALUES (?, ?, ?, ?)",
            .text(agent),
            .integer(position.epoch),
            .integer(position.batch),
            .integer(position.item)
        )
    }

    private func isDescribed(_ sensor: SensorID, of agent: String) throws(SQLiteError) -> Bool {
        try database.first(
            "SELECT 1 FROM sensors WHERE agent = ? AND id = ?",
            .text(agent),
            .text(sensor.description)
        ) { (row) throws(SQLiteError) in try row.flag(0) } ?? false
    }

    private func describe(_ sensor: SensorDocument, of agent: String) throws(SQLiteError) {
        try database.run(
            """
            INSERT OR REPLACE INTO sensors
            (agent, id, name, device, kind, device_class, unit, state_class, category, icon, enabled)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(agent),
            .text(sensor.id.description),
            .text(sensor.name),
            .text(sensor.device),
            .text(sensor.kind),
            SQLiteValue(sensor.deviceClass),
            SQLiteValue(sensor.unit),
            SQLiteValue(sensor.stateClass),
            SQLiteValue(sensor.category),
            SQLiteValue(sensor.icon),
            SQLiteValue(sensor.enabled)
        )
    }

    private func keep(_ item: ItemDocument, of batch: BatchDocument) throws(SQLiteError) {
        try database.run(
            """
            INSERT INTO items (agent, epoch, number, sensor, time, value, unavailable, event, attributes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(batch.agent),
            .integer(batch.epoch),
            .integer(item.number),
            .text(item.sensor.description),
            .text(item.time),
            item.value.map(SQLiteValue.init) ?? .null,
            SQLiteValue(item.unavailable),
            SQLiteValue(item.event.map { Self.json($0) }),
            SQLiteValue(item.attributes.map { Self.json($0) })
        )
    }

    private static func json(_ value: some Encodable) -> String {
        String(decoding: SortedJSON.encode(value), as: UTF8.self)
    }
}

extension SQLiteValue {
    fileprivate init(_ value: ItemValue) {
        switch value {
        case .number(let number): self = .real(number)
        case .integer(let number): self = .integer(number)
        case .flag(let flag): self.init(flag)
        case .text(let text): self = .text(text)
        }
    }
}
