extension Schema {
    /// What waits for the servers: can be made anew.
    static let outbox = Schema(file: "outbox.db", migrations: [outbox1, outbox2])

    private static let outbox1 = """
        -- One row: where this file stands in the order of all that was ever queued.
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            epoch INTEGER NOT NULL,
            last_number INTEGER NOT NULL
        ) STRICT;

        -- The newest state of each sensor that a server lacks. Times: seconds since 2001 UTC, nanoseconds since boot.
        CREATE TABLE states (
            server INTEGER NOT NULL,
            sensor TEXT NOT NULL,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            icon TEXT,
            -- The kind of the value: n number, i integer, f flag, t text, d time, u unavailable with its reason.
            outcome TEXT NOT NULL,
            value ANY NOT NULL,
            attributes TEXT,
            wall REAL NOT NULL,
            since_boot INTEGER NOT NULL,
            PRIMARY KEY (server, sensor)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE events (
            server INTEGER NOT NULL,
            number INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            id TEXT NOT NULL,
            sensor TEXT NOT NULL,
            action TEXT NOT NULL,
            name TEXT NOT NULL,
            vendor TEXT,
            model TEXT,
            wall REAL NOT NULL,
            since_boot INTEGER NOT NULL,
            -- The boot that since_boot belongs to.
            boot TEXT NOT NULL,
            PRIMARY KEY (server, number)
        ) STRICT, WITHOUT ROWID;

        -- Events that were given up, by server.
        CREATE TABLE drops (
            server INTEGER PRIMARY KEY,
            events INTEGER NOT NULL
        ) STRICT;

        -- When a server acknowledged a state last.
        CREATE TABLE receipts (
            server INTEGER NOT NULL,
            sensor TEXT NOT NULL,
            wall REAL NOT NULL,
            PRIMARY KEY (server, sensor)
        ) STRICT, WITHOUT ROWID;

        -- Only ever filled and emptied again, to see whether there is room.
        CREATE TABLE trials (
            content BLOB NOT NULL
        ) STRICT;
        """

    private static let outbox2 = """
        -- What went where since it was last moved to agent.db.
        CREATE TABLE ledger (
            server INTEGER NOT NULL,
            sensor TEXT NOT NULL,
            day TEXT NOT NULL,
            -- That of the outbox when it was counted.
            generation INTEGER NOT NULL,
            sent INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            first REAL NOT NULL,
            last REAL NOT NULL,
            receipt REAL,
            PRIMARY KEY (server, sensor, day, generation)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE outbox ADD COLUMN ledger_generation INTEGER NOT NULL DEFAULT 1;
        """
}
