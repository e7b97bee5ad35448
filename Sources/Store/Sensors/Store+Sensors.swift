import SQLite
package import SensorSDK

extension Store {
    /// Keeps how sensors are described now; those that are not named stay as they are. Writes only what changed.
    package func remember(_ sensors: [Sensor]) throws(StoreError) {
        let known = try sensorsByID()
        let changed = sensors.filter { known[$0.id] != $0 }
        // What is listed again under a former id is a sensor of its own.
        let aliases = try aliases()
        let revived = aliases.isEmpty ? [] : sensors.map(\.id).filter { aliases[$0] != nil }
        if changed.isEmpty, revived.isEmpty { return }
        forgetCaches()
        try inAgent { (agent) throws(SQLiteError) in
            try agent.transaction { () throws(SQLiteError) in
                try Self.write(changed, to: agent)
                for id in revived { try agent.run("DELETE FROM aliases WHERE former = ?", .text(id.description)) }
            }
        }
    }

    /// Every sensor that was offered once, as it was described last; by id.
    package func knownSensors() throws(StoreError) -> [Sensor] {
        try sensorsByID().values.sorted { $0.id < $1.id }
    }

    static func write(_ sensors: [Sensor], to agent: Database) throws(SQLiteError) {
        for sensor in sensors {
            try agent.run(
                """
                INSERT INTO sensors (id, description) VALUES (?, ?)
                ON CONFLICT (id) DO UPDATE SET description = excluded.description
                """,
                .text(sensor.id.description),
                .text(try StoredJSON.text(StoredSensor(sensor)))
            )
        }
    }

    static func readSensors(_ agent: Database) throws(SQLiteError) -> [SensorID: Sensor] {
        let sensors = try agent.rows("SELECT description FROM sensors") { (row) throws(SQLiteError) in
            sensor(from: try row.text(0))
        }
        return Dictionary(sensors.compactMap { $0.map { ($0.id, $0) } }) { $1 }
    }

    /// - Returns: `nil` for a description that this version does not understand. The sensor is off then, until its provider
    ///   describes it anew.
    static func sensor(from text: String) -> Sensor? {
        do { return try StoredJSON.value(StoredSensor.self, from: text).sensor() } catch { return nil }
    }

    static func sensorID(_ text: String) throws(SQLiteError) -> SensorID {
        do throws(SensorIDError) { return try SensorID(text) } catch {
            throw .unexpectedValue("a column does not hold the sensor id that it should")
        }
    }
}
