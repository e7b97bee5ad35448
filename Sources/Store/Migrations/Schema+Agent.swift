extension Schema {
    /// Servers, secrets, enablement, ids: precious.
    static let agent = Schema(file: "agent.db", migrations: [agent1, agent2, agent3, agent4, agent5, agent6, agent7])

    private static let agent1 = """
        -- One row: what makes this installation itself.
        CREATE TABLE installation (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            salt BLOB NOT NULL CHECK (length(salt) = 16),
            -- That of the outbox in use; each fresh one takes the next.
            outbox_epoch INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE servers (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            url TEXT NOT NULL,
            device_name TEXT NOT NULL,
            device_id TEXT NOT NULL,
            credentials TEXT NOT NULL,
            version TEXT
        ) STRICT;

        -- Every sensor that was offered once, as it was described last (JSON).
        CREATE TABLE sensors (
            id TEXT PRIMARY KEY,
            description TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Sources that the owner named.
        CREATE TABLE named_sources (
            id INTEGER PRIMARY KEY,
            family TEXT NOT NULL,
            source TEXT NOT NULL,
            UNIQUE (family, source)
        ) STRICT;

        -- What has no row is off.
        CREATE TABLE enablements (
            server INTEGER NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
            sensor TEXT NOT NULL,
            accepted TEXT NOT NULL,
            disabled_by_server INTEGER NOT NULL DEFAULT 0,
            -- Why the server refused the last state.
            set_aside TEXT,
            PRIMARY KEY (server, sensor)
        ) STRICT, WITHOUT ROWID;

        -- What a server was told of a sensor, and what it is to be told.
        CREATE TABLE registrations (
            server INTEGER NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
            sensor TEXT NOT NULL,
            -- 1 on, 0 off.
            wanted INTEGER NOT NULL,
            -- 1 until the server took what the owner chose.
            explicit INTEGER NOT NULL,
            -- The sensor as the server has it, or may have it (JSON); NULL when the server can't know of it.
            described TEXT,
            -- 1 on, 0 off; NULL when it never acknowledged.
            told INTEGER,
            -- The server's reason, and the sensor that it refused (JSON).
            refusal TEXT,
            refused TEXT,
            -- Before this time a sensor that the server forgot is not registered again.
            not_before REAL,
            PRIMARY KEY (server, sensor)
        ) STRICT, WITHOUT ROWID;

        -- Only ever filled and emptied again, to see whether there is room.
        CREATE TABLE trials (
            content BLOB NOT NULL
        ) STRICT;
        """

    private static let agent2 = """
        -- What went where, how often, and when it was acknowledged; no values. Times: seconds since 2001 UTC.
        CREATE TABLE ledger (
            server INTEGER NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
            sensor TEXT NOT NULL,
            -- UTC, as in 2026-01-31.
            day TEXT NOT NULL,
            sent INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            first REAL NOT NULL,
            last REAL NOT NULL,
            receipt REAL,
            PRIMARY KEY (server, sensor, day)
        ) STRICT, WITHOUT ROWID;

        -- What was moved here last from the outbox.
        ALTER TABLE installation ADD COLUMN ledger_epoch INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE installation ADD COLUMN ledger_generation INTEGER NOT NULL DEFAULT 0;
        """

    private static let agent3 = """
        -- How often the owner wants a sensor to be read; what has no row is read as its family says.
        CREATE TABLE intervals (
            sensor TEXT PRIMARY KEY,
            nanoseconds INTEGER NOT NULL CHECK (nanoseconds > 0)
        ) STRICT, WITHOUT ROWID;
        """

    private static let agent4 = """
        -- A salted hash of the id of the machine that this belongs to; NULL as long as the machine has none.
        ALTER TABLE installation ADD COLUMN machine BLOB;
        """

    private static let agent5 = """
        -- When the server began to answer with nothing, in seconds since 2001 UTC; NULL while it says something.
        ALTER TABLE servers ADD COLUMN empty_since REAL;
        """

    private static let agent6 = """
        -- Ids that sensors had in earlier versions.
        CREATE TABLE aliases (
            former TEXT NOT NULL PRIMARY KEY,
            sensor TEXT NOT NULL
        ) STRICT;

        -- By which id the server knows the sensor; NULL where it is the sensor's own.
        ALTER TABLE registrations ADD COLUMN known_as TEXT;
        """

    private static let agent7 = """
        -- 1 once another machine than the one above was seen, until that one is back or the owner decided.
        ALTER TABLE installation ADD COLUMN is_copy INTEGER NOT NULL DEFAULT 0;
        """
}
