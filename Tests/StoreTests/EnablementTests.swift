import SensorSDK
import Shared
import Store
import TestSupport
import Testing

@Suite(.world()) struct EnablementTests {
    let folder: ScratchFolder
    let store: Store
    let home: ServerRecord.ID
    let office: ServerRecord.ID

    init() async throws {
        folder = try ScratchFolder()
        store = try Store(directory: folder.path)
        home = try await store.addServer("home")
        office = try await store.addServer("office")
    }

    @Test("opt-in: what was only offered is neither registered nor queued")
    func optIn() async throws {
        try await store.remember([Samples.sensor(), Samples.eventSensor()])
        try await store.queue([Samples.state(50, for: home)])
        try await store.queue(Samples.event("stick"), for: [home])

        #expect(try await store.enablements().isEmpty)
        #expect(try await store.batch(for: home).isEmpty)
        // It is not merely held back.
        try await store.enableAndRegister([Samples.sensor(), Samples.eventSensor()], on: home)
        #expect(try await store.batch(for: home).isEmpty)
    }

    @Test("per server: what is on for one server never waits for another, and a new server starts with nothing")
    func perServer() async throws {
        try await store.enableAndRegister([Samples.sensor(), Samples.eventSensor()], on: home)
        try await store.queue([Samples.state(50, for: home), Samples.state(50, for: office)])
        try await store.queue(Samples.event("stick"), for: [home, office])
        let third = try await store.addServer("third")

        #expect(try await store.batch(for: home).values == [.value(.integer(50))])
        #expect(try await store.batch(for: home).eventNames == ["stick"])
        #expect(try await store.batch(for: office).isEmpty)
        #expect(try await store.batch(for: third).isEmpty)
        #expect(try await store.enablements().allSatisfy { $0.server == home })
    }

    @Test("updates start nothing: a redefined sensor is off until it is enabled again", arguments: 0..<4)
    func redefined(change: Int) async throws {
        try await store.enableAndRegister([Samples.sensor()], on: home)
        try await store.queue([Samples.state(50, for: home)])
        let redefined =
            switch change {
            case 0: try Samples.sensor(unit: .volt)
            case 1: try Samples.sensor(sensitivity: .activity)
            case 2: try Samples.sensor(revision: 2)
            default: try Samples.sensor(kind: .binarySensor)
            }
        try await store.remember([redefined])
        try await store.queue([Samples.state(51, for: home)])
        #expect(try await store.batch(for: home).isEmpty)
        #expect(try await store.depth(of: home).states == 0)
        let enablement = try #require(try await store.enablements().first)
        #expect(!enablement.accepted.covers(redefined))

        // Enabled anew, it starts with a new value and not with one of the old meaning.
        try await store.enable([redefined], on: home)
        #expect(
            try await store.batch(for: home).registrations == [RegistrationOrder(sensor: redefined, disabled: false)]
        )
        try await store.acceptRegistrations(from: home)
        #expect(try await store.batch(for: home).isEmpty)
        try await store.queue([Samples.state(52, for: home)])
        #expect(try await store.batch(for: home).values == [.value(.integer(52))])
    }

    @Test("updates start nothing: a new attribute stays here until the sensor is enabled again")
    func newAttribute() async throws {
        try await store.enableAndRegister([Samples.sensor(attributes: ["cycles"])], on: home)
        let grown = try Samples.sensor(attributes: ["cycles", "owner"])
        try await store.remember([grown])
        let values: [String: SensorValue] = ["cycles": .integer(7), "owner": .text("Ada")]

        try await store.queue([Samples.state(50, for: home, attributes: values)])
        #expect(try await store.batch(for: home).states[0].reading.attributes == ["cycles": .integer(7)])
        #expect(try !folder.contains("Ada"))

        try await store.enableAndRegister([grown], on: home)
        try await store.queue([Samples.state(50, for: home, attributes: values)])
        #expect(try await store.batch(for: home).states[0].reading.attributes == values)
    }

    @Test("an attribute that is no longer accepted is not sent even if it waited already")
    func takenBackAttribute() async throws {
        let values: [String: SensorValue] = ["cycles": .integer(7), "owner": .text("Ada")]
        try await store.enableAndRegister([Samples.sensor(attributes: ["cycles", "owner"])], on: home)
        try await store.queue([Samples.state(50, for: home, attributes: values)])
        try await store.enableAndRegister([Samples.sensor(attributes: ["cycles"])], on: home)
        #expect(try await store.batch(for: home).states[0].reading.attributes == ["cycles": .integer(7)])
    }

    @Test("a sensor that is disabled is forgotten with all that waited, and its server is told once if it knew of it")
    func disable() async throws {
        let sensor = try Samples.sensor()
        try await store.enableAndRegister([sensor, Samples.eventSensor()], on: home)
        try await store.queue([Samples.state(50, for: home)])
        try await store.queue(Samples.event("stick"), for: [home])
        try await store.disable([sensor.id, Samples.eventSensor().id], on: home)
        #expect(try await store.enablements().isEmpty)
        try await store.queue([Samples.state(51, for: home)])

        let batch = try await store.batch(for: home)
        #expect(batch.states.isEmpty && batch.events.isEmpty)
        #expect(batch.registrations.map(\.disabled) == [true, true])
        #expect(batch.registrations.first?.sensor == sensor)
        try await store.acceptRegistrations(from: home)
        #expect(try await store.batch(for: home).isEmpty)
        #expect(try await store.depth(of: home).registrations == 0)
    }

    @Test("a server that never heard of a sensor is not told that it was disabled")
    func disabledUnsaid() async throws {
        try await store.enable([Samples.sensor()], on: home)
        try await store.disable([Samples.sensor().id], on: home)
        #expect(try await store.batch(for: home).isEmpty)

        // Not either when the server could not even be reached in between.
        try await store.enable([Samples.sensor()], on: home)
        let batch = try await store.batch(for: home)
        let receipt = Receipt(fault: .unreachable(.refused(host: "home.local")))
        try await store.apply(receipt, to: batch, from: home, at: Samples.time())
        try await store.disable([Samples.sensor().id], on: home)
        #expect(try await store.batch(for: home).isEmpty)
    }

    @Test("a server that may have heard of a sensor is told that it was disabled", arguments: [true, false])
    func disabledMeanwhile(answered: Bool) async throws {
        let sensor = try Samples.sensor()
        try await store.enable([sensor], on: home)
        let batch = try await store.batch(for: home)
        try await store.disable([sensor.id], on: home)
        let receipt =
            answered
            ? Receipt(registrations: [sensor.id: .accepted])
            : Receipt(fault: .unreachable(.timedOut(host: "home.local")))
        try await store.apply(receipt, to: batch, from: home, at: Samples.time())

        #expect(try await store.enablements().isEmpty)
        #expect(try await store.batch(for: home).registrations == [RegistrationOrder(sensor: sensor, disabled: true)])
    }

    @Test("a sensor that its server disabled is silent until the owner enables it again")
    func disabledByServer() async throws {
        try await store.enableAndRegister([Samples.sensor(), Samples.sensor("battery.bat1.level")], on: home)
        try await store.queue([
            Samples.state(50, for: home), Samples.state(60, of: "battery.bat1.level", for: home),
        ])
        let batch = try await store.batch(for: home)
        try await store.queue([Samples.state(51, for: home)])
        let sensor = try Samples.sensor().id
        try await store.apply(Receipt(states: [sensor: .disabledByServer]), to: batch, from: home, at: Samples.time())
        try await store.queue([Samples.state(52, for: home)])

        #expect(try await store.batch(for: home).values == [.value(.integer(60))])
        #expect(try await store.depth(of: home).states == 1)
        #expect(try await store.enablements().map(\.isDisabledByServer) == [true, false])
        #expect(try await store.receipts()[home]?[sensor] == Samples.start)

        try await store.enableAndRegister([Samples.sensor()], on: home)
        #expect(try await store.enablements().map(\.isDisabledByServer) == [false, false])
        try await store.queue([Samples.state(53, for: home)])
        #expect(try await store.batch(for: home).values == [.value(.integer(60)), .value(.integer(53))])
    }

    @Test("an answer that came too late does not undo what the owner has just enabled")
    func lateDisabling() async throws {
        try await store.enableAndRegister([Samples.sensor()], on: home)
        try await store.queue([Samples.state(50, for: home)])
        let batch = try await store.batch(for: home)
        try await store.enable([Samples.sensor()], on: home)
        try await store.settle(batch, .disabledByServer, from: home)
        #expect(try await store.enablements().map(\.isDisabledByServer) == [false])
        #expect(try await store.batch(for: home).registrations.map(\.disabled) == [false])
    }

    @Test("enablement is there after a restart")
    func survives() async throws {
        try await store.enable([Samples.sensor(attributes: ["cycles"])], on: home)
        let before = try await store.enablements()
        await store.close()
        let again = try Store(directory: folder.path)
        #expect(try await again.enablements() == before)
        #expect(before.map(\.accepted) == [Acceptance(try Samples.sensor(attributes: ["cycles"]))])
        #expect(try await again.batch(for: home).registrations.map(\.disabled) == [false])
    }
}
