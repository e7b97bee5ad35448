import FoundationEssentials
import SQLite
import SensorSDK
import Shared

extension Store {
    static func readPairs(_ agent: Database) throws(SQLiteError) -> [ServerRecord.ID: [SensorID: Pair]] {
        var pairs: [ServerRecord.ID: [SensorID: Pair]] = [:]
        let registrations = try agent.rows(
            """
            SELECT server, sensor, wanted, explicit, described, told, refusal, refused, not_before, known_as
            FROM registrations
            """
        ) { (row) throws(SQLiteError) in
            (server: try row.integer(0), sensor: try sensorID(row.text(1)), registration: try readRegistration(row))
        }
        for row in registrations { pairs[row.server, default: [:]][row.sensor] = Pair(registration: row.registration) }

        let enablements = try agent.rows(
            "SELECT server, sensor, accepted, disabled_by_server, set_aside FROM enablements",
            read: readEnablement
        )
        for enablement in enablements {
            var pair = pairs[enablement.server]?[enablement.sensor] ?? Pair()
            pair.enablement = enablement
            pair.enablement?.setAside = pair.registration?.refusal ?? enablement.setAside
            pairs[enablement.server, default: [:]][enablement.sensor] = pair
        }
        return pairs
    }

    private static func readEnablement(_ row: Statement) throws(SQLiteError) -> Enablement {
        Enablement(
            server: try row.integer(0),
            sensor: try sensorID(row.text(1)),
            accepted: try StoredJSON.value(Acceptance.self, from: row.text(2)),
            isDisabledByServer: try row.flag(3),
            setAside: try row.textIfAny(4)
        )
    }

    private static func readRegistration(_ row: Statement) throws(SQLiteError) -> StoredRegistration {
        StoredRegistration(
            isWanted: try row.flag(2),
            isExplicit: try row.flag(3),
            described: try row.textIfAny(4).flatMap(sensor),
            told: try row.integerIfAny(5).map { $0 != 0 },
            refusal: try row.textIfAny(6),
            refused: try row.textIfAny(7).flatMap(sensor),
            notBefore: try row.realIfAny(8).map(Date.init(timeIntervalSinceReferenceDate:)),
            knownAs: try row.textIfAny(9).map(sensorID)
        )
    }
}
