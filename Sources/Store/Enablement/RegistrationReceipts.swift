import FoundationEssentials
import SQLite
import SensorSDK
import Shared

/// What a receipt means for `agent.db`: which sensors the server knows, and what it thinks of them.
struct RegistrationReceipts {
    private let receipt: Receipt
    private let batch: Batch
    private let server: ServerRecord.ID
    private let time: Date
    /// As they were before.
    private let pairs: [SensorID: Pair]
    /// The server's, as it was known before.
    private let lastVersion: String?

    init(
        _ receipt: Receipt,
        _ batch: Batch,
        _ server: ServerRecord.ID,
        _ time: Date,
        _ pairs: [SensorID: Pair],
        lastVersion: String?
    ) {
        self.receipt = receipt
        self.batch = batch
        self.server = server
        self.time = time
        self.pairs = pairs
        self.lastVersion = lastVersion
    }

    /// Whether there is anything to write; a receipt for states alone, the usual case, leaves the file in peace.
    var changesAnything: Bool {
        if receipt.serverVersion.map({ $0 != lastVersion }) ?? false || !batch.registrations.isEmpty { return true }
        return receipt.states.contains { sensor, outcome in
            switch outcome {
            case .accepted: pairs[sensor]?.enablement?.setAside != nil
            case .disabledByServer, .notRegistered, .refused: true
            }
        }
    }

    func write(to agent: Database) throws(SQLiteError) {
        for order in batch.registrations {
            switch receipt.registrations[order.sensor.id] {
            case .accepted: try accept(order, agent)
            case .refused(let reason): try refuse(order, reason, agent)
            case .disabledByServer, .notRegistered, nil: if mayHaveArrived { try suspect(order, agent) }
            }
        }
        for (sensor, outcome) in receipt.states { try settle(sensor, outcome, agent) }
        if let version = receipt.serverVersion, version != lastVersion {
            try agent.run(
                "UPDATE servers SET version = ?1 WHERE id = ?2 AND version IS NOT ?1",
                .text(version),
                .integer(server)
            )
            try describeAgain(forServer: version, agent)
        }
    }

    /// Sensors whose class the server has learnt, or forgotten, since they were described are told anew.
    private func describeAgain(forServer version: String, _ agent: Database) throws(SQLiteError) {
        guard let lastVersion, lastVersion != version else { return }
        // Another version may take what the one before refused.
        try agent.run(
            "UPDATE registrations SET refusal = NULL, refused = NULL WHERE server = ? AND refused IS NOT NULL",
            .integer(server)
        )
        for (id, pair) in pairs {
            guard let sensor = pair.registration?.described,
                sensor.isKnown(toServer: version) != sensor.isKnown(toServer: lastVersion)
            else { continue }
            try agent.run(
                "UPDATE registrations SET told = NULL WHERE server = ? AND sensor = ? AND wanted = 1",
                .integer(server),
                .text(id.description)
            )
        }
    }

    private func accept(_ order: RegistrationOrder, _ agent: Database) throws(SQLiteError) {
        let isAgain = order.disabled == nil && pairs[order.sensor.id]?.registration?.told == nil
        let pause = time.timeIntervalSinceReferenceDate + StoredRegistration.pause
        // What the owner chose while the order was on its way is still to be said.
        let updated = try agent.run(
            """
            UPDATE registrations SET described = ?3, told = ?4,
                explicit = CASE WHEN ?5 AND wanted = ?4 THEN 0 ELSE explicit END,
                refusal = NULL, refused = NULL,
                not_before = CASE WHEN ?6 THEN ?7 ELSE not_before END
            WHERE server = ?1 AND sensor = ?2
            """,
            .integer(server),
            .text(order.sensor.id.description),
            .text(try StoredJSON.text(StoredSensor(order.sensor))),
            SQLiteValue(order.isOn),
            SQLiteValue(order.disabled != nil),
            SQLiteValue(isAgain),
            .real(pause)
        )
        if updated == 0, order.isOn { try takeBack(order, told: .integer(1), agent) }
    }

    private func refuse(_ order: RegistrationOrder, _ reason: String, _ agent: Database) throws(SQLiteError) {
        try agent.run(
            """
            UPDATE registrations SET refusal = ?3, refused = ?4, explicit = CASE WHEN ?5 THEN explicit ELSE 0 END
            WHERE server = ?1 AND sensor = ?2 AND wanted = ?5
            """,
            .integer(server),
            .text(order.sensor.id.description),
            .text(reason.printable()),
            .text(try StoredJSON.text(StoredSensor(order.sensor))),
            SQLiteValue(order.isOn)
        )
    }

    /// The server may know of the sensor although it did not say so.
    private func suspect(_ order: RegistrationOrder, _ agent: Database) throws(SQLiteError) {
        let updated = try agent.run(
            "UPDATE registrations SET described = COALESCE(described, ?3) WHERE server = ?1 AND sensor = ?2",
            .integer(server),
            .text(order.sensor.id.description),
            .text(try StoredJSON.text(StoredSensor(order.sensor)))
        )
        if updated == 0, order.isOn { try takeBack(order, told: .null, agent) }
    }

    /// The owner disabled the sensor while the server was being told of it for the first time.
    private func takeBack(_ order: RegistrationOrder, told: SQLiteValue, _ agent: Database) throws(SQLiteError) {
        try agent.run(
            """
            INSERT INTO registrations (server, sensor, wanted, explicit, described, told) VALUES (?, ?, 0, 1, ?, ?)
            """,
            .integer(server),
            .text(order.sensor.id.description),
            .text(try StoredJSON.text(StoredSensor(order.sensor))),
            told
        )
    }

    private func settle(_ sensor: SensorID, _ outcome: Receipt.Outcome, _ agent: Database) throws(SQLiteError) {
        let pair = (SQLiteValue.integer(server), SQLiteValue.text(sensor.description))
        switch outcome {
        case .accepted:
            try agent.run(
                "UPDATE enablements SET set_aside = NULL WHERE server = ? AND sensor = ? AND set_aside IS NOT NULL",
                pair.0,
                pair.1
            )
        case .disabledByServer:
            // Unless the owner has just enabled it again: that is still to be said.
            try agent.run(
                """
                UPDATE enablements SET disabled_by_server = 1 WHERE server = ?1 AND sensor = ?2 AND NOT EXISTS (
                    SELECT 1 FROM registrations WHERE server = ?1 AND sensor = ?2 AND wanted = 1 AND explicit = 1
                )
                """,
                pair.0,
                pair.1
            )
        case .notRegistered:
            try agent.run("DELETE FROM registrations WHERE server = ? AND sensor = ? AND wanted = 0", pair.0, pair.1)
            try agent.run(
                "UPDATE registrations SET told = NULL, described = NULL WHERE server = ? AND sensor = ?",
                pair.0,
                pair.1
            )
        case .refused(let reason):
            try agent.run(
                "UPDATE enablements SET set_aside = ?3 WHERE server = ?1 AND sensor = ?2",
                pair.0,
                pair.1,
                .text(reason.printable())
            )
        }
    }

    /// Whether the server may have taken what it did not acknowledge.
    private var mayHaveArrived: Bool {
        switch receipt.fault {
        case nil, .empty, .unknownToServer, .keyMismatch, .encryptionRequired, .gone, .refused, .notFound, .redirected,
            .tooLarge, .tooMany, .declined:
            false
        case .failing, .otherService, .unexpected: true
        case .unreachable(let error):
            switch error {
            case .badURL, .nameNotFound, .refused, .untrusted, .plainHTTPNotLocal: false
            case .connectionBroken, .timedOut, .answerTooLong, .cancelled: true
            }
        }
    }
}

extension Sensor {
    fileprivate func isKnown(toServer version: String) -> Bool {
        deviceClass.map { Vocabulary.isKnown($0, toServer: version) } != false
            && stateClass.map { Vocabulary.isKnown($0, toServer: version) } != false
    }
}

extension RegistrationOrder {
    fileprivate var isOn: Bool { disabled != true }
}
