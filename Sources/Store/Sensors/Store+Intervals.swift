import SQLite
package import SensorSDK

extension Store {
    /// How often the owner wants sensors to be read, where he said so.
    package func intervals() throws(StoreError) -> [SensorID: Duration] {
        let rows = try inAgent { (agent) throws(SQLiteError) in
            try agent.rows("SELECT sensor, nanoseconds FROM intervals") { (row) throws(SQLiteError) in
                (sensor: try Self.sensorID(row.text(0)), interval: Duration.nanoseconds(try row.integer(1)))
            }
        }
        return Dictionary(rows.map { ($0.sensor, $0.interval) }, uniquingKeysWith: { first, _ in first })
    }

    /// - Parameter interval: `nil` leaves it to the sensor's family again.
    package func setInterval(_ interval: Duration?, of sensor: SensorID) throws(StoreError) {
        try inAgent { (agent) throws(SQLiteError) in
            guard let interval else {
                try agent.run("DELETE FROM intervals WHERE sensor = ?", .text(sensor.description))
                return
            }
            try agent.run(
                """
                INSERT INTO intervals (sensor, nanoseconds) VALUES (?, ?)
                ON CONFLICT (sensor) DO UPDATE SET nanoseconds = excluded.nanoseconds
                """,
                .text(sensor.description),
                .integer(interval.nanoseconds)
            )
        }
    }
}
