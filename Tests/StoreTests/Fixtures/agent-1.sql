-- agent.db as version 1 left it. Never changed: it must open for ever.
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
PRAGMA user_version = 1;

INSERT INTO installation VALUES (1, x'000102030405060708090a0b0c0d0e0f', 2);
INSERT INTO servers VALUES
    (1, 'home', 'homeassistant', 'http://ha.local:8123', 'laptop', '00112233445566778899aabbccddeeff', '{"key":"00ff"}',
        '2026.11.0'),
    (2, 'gone', 'homeassistant', 'http://gone.local:8123', 'laptop', '01', '{}', NULL),
    (3, 'office', 'homeassistant', 'https://office.example', 'laptop', 'ffeeddccbbaa99887766554433221100', '{}', NULL);
DELETE FROM servers WHERE id = 2;
INSERT INTO sensors VALUES
    ('battery.bat0.level', '{"a":["cycles"],"c":"battery","d":"BAT0","e":"group power","g":"diagnostic","i":"mdi:battery","id":"battery.bat0.level","k":"sensor","l":10000000000,"n":"BAT0 level","p":"plain","r":1,"s":"measurement","t":60000000000,"u":"%"}'),
    ('device_events.usb.last_event', '{"a":["model","vendor"],"d":"USB","id":"device_events.usb.last_event","k":"sensor","l":10000000000,"n":"USB last event","p":"activity","r":1,"t":60000000000}');
INSERT INTO named_sources VALUES (1, 'storage', '/mnt/nas');
INSERT INTO enablements VALUES
    (1, 'battery.bat0.level', '{"a":["cycles"],"k":"sensor","p":"plain","r":1,"u":"%"}', 0, NULL),
    (1, 'device_events.usb.last_event', '{"a":["model"],"k":"sensor","p":"activity","r":1}', 0, 'invalid_format'),
    (3, 'battery.bat0.level', '{"a":[],"k":"sensor","p":"plain","r":1,"u":"%"}', 1, NULL);
INSERT INTO registrations VALUES
    (1, 'battery.bat0.level', 1, 0, '{"a":["cycles"],"c":"battery","d":"BAT0","e":"group power","g":"diagnostic","i":"mdi:battery","id":"battery.bat0.level","k":"sensor","l":10000000000,"n":"BAT0 level","p":"plain","r":1,"s":"measurement","t":60000000000,"u":"%"}', 1, NULL, NULL, NULL),
    (1, 'device_events.usb.last_event', 1, 0, '{"a":["model","vendor"],"d":"USB","id":"device_events.usb.last_event","k":"sensor","l":10000000000,"n":"Last USB event","p":"activity","r":1,"t":60000000000}', 1, NULL, NULL, 788918400.5),
    (3, 'battery.bat0.level', 1, 0, '{"a":["cycles"],"c":"battery","d":"BAT0","e":"group power","g":"diagnostic","i":"mdi:battery","id":"battery.bat0.level","k":"sensor","l":10000000000,"n":"BAT0 level","p":"plain","r":1,"s":"measurement","t":60000000000,"u":"%"}', 1, NULL, NULL, NULL),
    (3, 'device_events.usb.last_event', 0, 1, '{"a":["model","vendor"],"d":"USB","id":"device_events.usb.last_event","k":"sensor","l":10000000000,"n":"USB last event","p":"activity","r":1,"t":60000000000}', 1, 'refused', '{"a":["model","vendor"],"d":"USB","id":"device_events.usb.last_event","k":"sensor","l":10000000000,"n":"USB last event","p":"activity","r":1,"t":60000000000}', NULL);
