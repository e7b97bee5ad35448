import SQLite
package import SensorSDK
package import Shared

extension Store {
    /// What is enabled where, by server and sensor.
    package func enablements() throws(StoreError) -> [Enablement] {
        try pairs().values.flatMap { $0.values.compactMap(\.enablement) }
            .sorted { ($0.server, $0.sensor) < ($1.server, $1.sensor) }
    }

    /// Enables sensors on a server as they are described now, and has it told so. What the server or its owner said against
    /// them before is forgotten.
    package func enable(_ sensors: [Sensor], on server: ServerRecord.ID) throws(StoreError) {
        try checkServer(server)
        let pairs = try pairs(of: server)
        // What is left from before it was off must not go out under the new acceptance.
        let stale = sensors.filter { !(pairs[$0.id]?.mayReport($0) ?? false) }.map(\.id)
        try forgetQueued(stale, of: server)
        forgetCaches()
        try inAgent { (agent) throws(SQLiteError) in
            try agent.transaction { () throws(SQLiteError) in
                try Self.write(sensors, to: agent)
                for sensor in sensors { try Self.enable(sensor, on: server, in: agent) }
            }
        }
    }

    /// Disables sensors on a server. A server that may know of them is told once; otherwise no trace is left.
    package func disable(_ ids: [SensorID], on server: ServerRecord.ID) throws(StoreError) {
        try checkServer(server)
        let pairs = try pairs(of: server)
        let enabled = ids.filter { pairs[$0]?.enablement != nil }
        if enabled.isEmpty { return }
        forgetCaches()
        try inAgent { (agent) throws(SQLiteError) in
            try agent.transaction { () throws(SQLiteError) in
                for id in enabled { try Self.disable(id, on: server, in: agent) }
            }
        }
        try forgetQueued(enabled, of: server, withReceipts: true)
    }

    /// Takes back that a server had disabled sensors: its owner has enabled them again there. One that is off here stays off.
    ///
    /// - Returns: Those that may report again.
    package func resume(_ ids: Set<SensorID>, on server: ServerRecord.ID) throws(StoreError) -> [SensorID] {
        let resumed = try pairs(of: server).filter { id, pair in
            ids.contains(id) && pair.enablement?.isDisabledByServer == true
        }.keys.sorted()
        if resumed.isEmpty { return [] }
        forgetCaches()
        try inAgent { (agent) throws(SQLiteError) in
            try agent.transaction { () throws(SQLiteError) in
                for id in resumed {
                    try agent.run(
                        "UPDATE enablements SET disabled_by_server = 0 WHERE server = ? AND sensor = ?",
                        .integer(server),
                        .text(id.description)
                    )
                }
            }
        }
        return resumed
    }

    private static func enable(
        _ sensor: Sensor,
        on server: ServerRecord.ID,
        in agent: Database
    ) throws(SQLiteError) {
        try agent.run(
            """
            INSERT INTO enablements (server, sensor, accepted) VALUES (?, ?, ?)
            ON CONFLICT (server, sensor)
            DO UPDATE SET accepted = excluded.accepted, disabled_by_server = 0, set_aside = NULL
            """,
            .integer(server),
            .text(sensor.id.description),
            .text(try StoredJSON.text(Acceptance(sensor)))
        )
        try agent.run(
            """
            INSERT INTO registrations (server, sensor, wanted, explicit) VALUES (?, ?, 1, 1)
            ON CONFLICT (server, sensor)
            DO UPDATE SET wanted = 1, explicit = 1, refusal = NULL, refused = NULL, not_before = NULL
            """,
            .integer(server),
            .text(sensor.id.description)
        )
    }

    private static func disable(
        _ id: SensorID,
        on server: ServerRecord.ID,
        in agent: Database
    ) throws(SQLiteError) {
        let pair = [SQLiteValue.integer(server), .text(id.description)]
        try agent.run("DELETE FROM enablements WHERE server = ? AND sensor = ?", pair[0], pair[1])
        try agent.run(
            "DELETE FROM registrations WHERE server = ? AND sensor = ? AND described IS NULL",
            pair[0],
            pair[1]
        )
        try agent.run(
            """
            UPDATE registrations SET wanted = 0, explicit = 1, refusal = NULL, refused = NULL
            WHERE server = ? AND sensor = ?
            """,
            pair[0],
            pair[1]
        )
    }
}
