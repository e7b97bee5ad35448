extension Schema {
    /// What waits for the servers: can be made anew.
    static let outbox = Schema(file: "outbox.db", migrations: [outbox1, outbox2, outbox3])

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

    private static let outbox3 = """
        -- All that a server that keeps a history lacks, oldest first. Columns as in states and events.
        CREATE TABLE history (
            server INTEGER NOT NULL,
            number INTEGER NOT NULL,
            sensor TEXT NOT NULL,
            -- As in states, and e for an event, whose value is JSON.
            outcome TEXT NOT NULL,
            value ANY NOT NULL,
            attributes TEXT,
            wall REAL NOT NULL,
            since_boot INTEGER NOT NULL,
            boot TEXT NOT NULL,
            -- What it counts for among the limits.
            bytes INTEGER NOT NULL,
            PRIMARY KEY (server, number)
        ) STRICT, WITHOUT ROWID;

        -- How much there is of it; counted by the triggers, so that nobody has to walk through all of it.
        CREATE TABLE history_size (
            server INTEGER PRIMARY KEY,
            readings INTEGER NOT NULL,
            events INTEGER NOT NULL,
            bytes INTEGER NOT NULL
        ) STRICT;

        CREATE TRIGGER history_grows AFTER INSERT ON history BEGIN
            INSERT INTO history_size (server, readings, events, bytes)
            VALUES (NEW.server, NEW.outcome <> 'e', NEW.outcome = 'e', NEW.bytes)
            ON CONFLICT (server) DO UPDATE SET readings = readings + excluded.readings,
                events = events + excluded.events, bytes = bytes + excluded.bytes;
        END;

        CREATE TRIGGER history_shrinks AFTER DELETE ON history BEGIN
            UPDATE history_size SET readings = readings - (OLD.outcome <> 'e'), events = events - (OLD.outcome = 'e'),
                bytes = bytes - OLD.bytes
            WHERE server = OLD.server;
        END;
        """
}
