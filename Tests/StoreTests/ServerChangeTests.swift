import SensorSDK
import Shared
import Store
import TestSupport
import Testing

@Suite(.world()) struct ServerChangeTests {
    let folder: ScratchFolder
    let store: Store
    let server: ServerRecord.ID

    init() async throws {
        folder = try ScratchFolder()
        store = try Store(directory: folder.path)
        server = try await store.addServer()
    }

    private func renew() async throws {
        var record = try #require(try await store.servers().first)
        record.credentials = Secret("new key")
        try await store.update(record, isNewRegistration: true)
    }

    @Test(
        "after a new registration what is on is described anew without touching the owner's choice there; what is off stays off"
    )
    func newRegistration() async throws {
        let on = try Samples.sensor()
        let off = try Samples.sensor("battery.bat1.level")
        let disabled = try Samples.sensor("battery.bat2.level")
        try await store.enableAndRegister([on, off, disabled], on: server)
        try await store.disable([off.id], on: server)
        try await store.queue([Samples.state(1, of: disabled.id.description, for: server)])
        try await store.settle(store.batch(for: server), .disabledByServer, from: server)
        try await store.queue([Samples.state(50, for: server)])

        try await renew()
        let batch = try await store.batch(for: server)
        #expect(batch == Batch(registrations: [RegistrationOrder(sensor: on, disabled: nil)]))
        try await store.acceptRegistrations(from: server)
        #expect(try await store.batch(for: server).values == [.value(.integer(50))])
        #expect(try await store.enablements().map(\.isDisabledByServer) == [false, true])
    }

    @Test("the key of the registration before is in no file any more")
    func oldKey() async throws {
        try await renew()
        #expect(try await store.servers().map(\.credentials) == [Secret("new key")])
        #expect(try !folder.contains("key of home"))
    }

    @Test("a sensor that the server disabled goes on when it is enabled there; one that is off here does not")
    func resume() async throws {
        let sensor = try Samples.sensor()
        let off = try Samples.sensor("battery.bat1.level")
        try await store.enableAndRegister([sensor], on: server)
        try await store.remember([off])
        try await store.queue([Samples.state(1, for: server)])
        try await store.settle(store.batch(for: server), .disabledByServer, from: server)
        #expect(try await store.resume([sensor.id, off.id], on: server) == [sensor.id])
        #expect(try await store.resume([sensor.id], on: server) == [])
        try await store.queue([Samples.state(2, for: server), Samples.state(2, of: off.id.description, for: server)])
        #expect(try await store.batch(for: server).values == [.value(.integer(2))])
        #expect(try await store.batch(for: server).registrations.isEmpty)
    }

    @Test("a sensor whose class the server has learnt with an update is described to it once more, and no other")
    func versionGate() async throws {
        let wind = try Sensor(
            id: SensorID("plugin_wind.mast.direction"),
            device: "Mast",
            name: "Mast wind",
            deviceClass: .windDirection,
            unit: Unit(rawValue: "°"),
            stateClass: .measurementAngle
        )
        try await store.apply(Receipt(serverVersion: "2024.3.3"), to: Batch(), from: server, at: Samples.time())
        try await store.enableAndRegister([Samples.sensor(), wind], on: server)
        try await store.apply(Receipt(serverVersion: "2024.4.1"), to: Batch(), from: server, at: Samples.time())
        #expect(try await store.batch(for: server).isEmpty)
        try await store.apply(Receipt(serverVersion: "2025.8.0"), to: Batch(), from: server, at: Samples.time())
        #expect(
            try await store.batch(for: server).registrations == [RegistrationOrder(sensor: wind, disabled: nil)]
        )
    }

    @Test("a description that a server refused is offered once more when the server has another version")
    func refusedBefore() async throws {
        let sensor = try Samples.sensor()
        try await store.apply(Receipt(serverVersion: "2024.3.3"), to: Batch(), from: server, at: Samples.time())
        try await store.enable([sensor], on: server)
        let batch = try await store.batch(for: server)
        #expect(batch.registrations.count == 1)
        let refusal = Receipt(registrations: [sensor.id: .refused("no")], serverVersion: "2024.3.3")
        try await store.apply(refusal, to: batch, from: server, at: Samples.time())
        #expect(try await store.batch(for: server).registrations.isEmpty)
        try await store.apply(Receipt(serverVersion: "2025.1.0"), to: Batch(), from: server, at: Samples.time())
        #expect(try await store.batch(for: server).registrations.map(\.sensor) == [sensor])
    }

    @Test("what was to be said at the end of a run is not said after the next start")
    func farewell() async throws {
        try await store.enableAndRegister([Samples.sensor(), Samples.sensor("battery.bat1.level")], on: server)
        var state = try Samples.state(1, for: server)
        state.reading = Reading(state.reading.sensor, .unavailable(.stopped), at: Samples.time())
        try await store.queue([state, Samples.state(2, of: "battery.bat1.level", for: server)])
        #expect(try await store.batch(for: server).states.count == 2)
        await store.close()
        let again = try Store(directory: folder.path)
        #expect(try await again.batch(for: server).values == [.value(.integer(2))])
    }
}
