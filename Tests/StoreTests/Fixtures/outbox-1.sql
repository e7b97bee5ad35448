-- outbox.db as version 1 left it. Never changed: it must open for ever.
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
PRAGMA user_version = 1;

INSERT INTO outbox VALUES (1, 2, 45);
INSERT INTO states VALUES
    (1, 'battery.bat0.level', 41, 'sensor', 'mdi:battery', 'n', 81.5, '{"cycles":{"i":312}}', 788918400.25,
        1000000000000),
    (3, 'battery.bat0.level', 44, 'sensor', NULL, 'u', 'asleep', NULL, 788918400.25, 1000000000000);
INSERT INTO events VALUES
    (1, 45, 1, '0123456789abcdef0123456789abcdef', 'device_events.usb.last_event', 'added', 'USB stick', NULL, 'Model',
        788918400.25, 1000000000000, '0b1e');
INSERT INTO drops VALUES (1, 4);
INSERT INTO receipts VALUES (1, 'battery.bat0.level', 788918340.0);
