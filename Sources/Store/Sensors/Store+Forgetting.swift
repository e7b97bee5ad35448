import SQLite
package import SensorSDK

extension Store {
    /// Forgets that sensors were ever offered, and how often their owner wanted them read. One that comes back is new, and
    /// off; one that is on stays.
    package func forget(_ sensors: Set<SensorID>) throws(StoreError) {
        if sensors.isEmpty { return }
        forgetCaches()
        try inAgent { (agent) throws(SQLiteError) in
            try agent.transaction { () throws(SQLiteError) in
                for sensor in sensors {
                    let id = SQLiteValue.text(sensor.description)
                    let isGone = try agent.run(
                        "DELETE FROM sensors WHERE id = ? AND id NOT IN (SELECT sensor FROM enablements)",
                        id
                    )
                    if isGone == 0 { continue }
                    try agent.run("DELETE FROM intervals WHERE sensor = ?", id)
                    try agent.run("DELETE FROM aliases WHERE sensor = ?", id)
                }
            }
        }
    }
}
