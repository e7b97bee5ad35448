import FoundationEssentials
import SensorSDK
import Shared
import Store

/// What the tests put into a store.
enum Samples {
    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    static func id(_ text: String) throws -> SensorID { try SensorID(text) }

    /// - Parameter boot: Seconds since boot; the wall clock goes along from ``start``.
    static func time(_ boot: Double = 1000) -> Instant {
        Instant(wall: start + (boot - 1000), boot: .seconds(boot))
    }

    static func sensor(
        _ id: String = "battery.bat0.level",
        kind: SensorKind = .sensor,
        name: String = "BAT0 level",
        unit: Unit? = .percent,
        sensitivity: Sensitivity = .plain,
        attributes: [String] = [],
        revision: Int = 1
    ) throws -> Sensor {
        try Sensor(
            id: SensorID(id),
            kind: kind,
            device: "BAT0",
            name: name,
            unit: kind == .sensor ? unit : nil,
            icon: "mdi:battery",
            sensitivity: sensitivity,
            attributes: attributes,
            revision: revision
        )
    }

    static func state(
        _ value: Int64,
        of id: String = "battery.bat0.level",
        for server: ServerRecord.ID,
        attributes: [String: SensorValue] = [:]
    ) throws -> QueuedState {
        QueuedState(
            server: server,
            kind: .sensor,
            icon: "mdi:battery",
            reading: Reading(try SensorID(id), .value(.integer(value)), attributes: attributes, at: time())
        )
    }

    static func event(
        _ name: String,
        of id: String = "device_events.usb.last_event",
        at time: Instant = time()
    ) throws -> DeviceEvent {
        DeviceEvent(
            id: "id of \(name)",
            sensor: try SensorID(id),
            action: .added,
            name: name,
            vendor: "Vendor",
            model: "Model",
            time: time
        )
    }

    static func eventSensor(attributes: [String] = []) throws -> Sensor {
        try sensor("device_events.usb.last_event", name: "USB last event", unit: nil, attributes: attributes)
    }
}

extension Store {
    /// A server whose credentials are `key of <name>`.
    func addServer(_ name: String = "home") throws -> ServerRecord.ID {
        let registration = Registration(
            credentials: Secret("key of \(name)"),
            url: "http://\(name).local:8123",
            version: "2026.11.0",
            homeName: nil
        )
        return try add(registration, name: name, kind: "homeassistant", deviceName: "laptop", deviceID: "id on \(name)")
            .id
    }

    /// Enables sensors and has the server accept their registration.
    func enableAndRegister(_ sensors: [Sensor], on server: ServerRecord.ID) throws {
        try enable(sensors, on: server)
        try acceptRegistrations(from: server)
    }

    /// Lets the server accept every registration that is due.
    func acceptRegistrations(from server: ServerRecord.ID, at time: Instant = Samples.time()) throws {
        let batch = try batch(for: server, now: time.wall)
        let outcomes = batch.registrations.map { ($0.sensor.id, Receipt.Outcome.accepted) }
        let receipt = Receipt(registrations: Dictionary(uniqueKeysWithValues: outcomes))
        try apply(receipt, to: batch, from: server, at: time)
    }

    func batch(for server: ServerRecord.ID) throws -> Batch {
        try batch(for: server, now: Samples.start)
    }

    /// Gives the outcome for every state of a batch.
    func settle(
        _ batch: Batch,
        _ outcome: Receipt.Outcome,
        from server: ServerRecord.ID,
        at time: Instant = Samples.time()
    ) throws {
        let states = batch.states.map { ($0.reading.sensor, outcome) }
        try apply(Receipt(states: Dictionary(uniqueKeysWithValues: states)), to: batch, from: server, at: time)
    }
}

extension Batch {
    /// The values of its states, in order.
    var values: [Reading.Outcome] { states.map(\.reading.outcome) }
    var eventNames: [String] { events.map(\.event.name) }
}
