import SensorSDK
import Shared
import Store
import TestSupport
import Testing

@Suite(.world()) struct RegistrationTests {
    let folder: ScratchFolder
    let store: Store
    let server: ServerRecord.ID
    let sensor: Sensor

    init() async throws {
        folder = try ScratchFolder()
        store = try Store(directory: folder.path)
        server = try await store.addServer()
        sensor = try Samples.sensor()
    }

    @Test("a sensor is registered before its first state goes, and until the server has taken it")
    func registersFirst() async throws {
        try await store.enable([sensor], on: server)
        try await store.queue([Samples.state(50, for: server)])
        let expected = Batch(registrations: [RegistrationOrder(sensor: sensor, disabled: false)])
        let batch = try await store.batch(for: server)
        #expect(batch == expected)

        let receipt = Receipt(fault: .unreachable(.timedOut(host: "home.local")))
        try await store.apply(receipt, to: batch, from: server, at: Samples.time())
        #expect(try await store.batch(for: server) == expected)
        try await store.acceptRegistrations(from: server)
        let next = try await store.batch(for: server)
        #expect(next.registrations.isEmpty)
        #expect(next.values == [.value(.integer(50))])
    }

    @Test("a respelled name is told to the server without touching whether the entity is enabled there")
    func newMetadata() async throws {
        try await store.enableAndRegister([sensor], on: server)
        let renamed = try Samples.sensor(name: "Main battery level")
        try await store.remember([renamed])
        let batch = try await store.batch(for: server)
        #expect(batch.registrations == [RegistrationOrder(sensor: renamed, disabled: nil)])
        try await store.acceptRegistrations(from: server)
        #expect(try await store.batch(for: server).isEmpty)
    }

    @Test("what the server need not know is no reason to tell it anew")
    func sameMetadata() async throws {
        try await store.enableAndRegister([sensor], on: server)
        try await store.remember([Samples.sensor(attributes: ["cycles"])])
        #expect(try await store.batch(for: server).isEmpty)
    }

    @Test("a refused sensor is set aside with the reason until it is described otherwise or enabled again")
    func refused() async throws {
        try await store.enable([sensor], on: server)
        let batch = try await store.batch(for: server)
        let refusal = Receipt(registrations: [sensor.id: .refused("no such\u{1b}[31m class")])
        try await store.apply(refusal, to: batch, from: server, at: Samples.time())
        #expect(try await store.batch(for: server).isEmpty)
        #expect(try await store.depth(of: server).setAside.map(\.reason) == ["no such[31m class"])
        #expect(try await store.enablements().map(\.setAside) == ["no such[31m class"])

        let renamed = try Samples.sensor(name: "Main battery level")
        try await store.remember([renamed])
        #expect(
            try await store.batch(for: server).registrations == [RegistrationOrder(sensor: renamed, disabled: false)]
        )

        try await store.remember([sensor])
        #expect(try await store.batch(for: server).isEmpty)
        try await store.enable([sensor], on: server)
        #expect(try await store.enablements().map(\.setAside) == [nil])
        try await store.acceptRegistrations(from: server)
        try await store.queue([Samples.state(50, for: server)])
        #expect(try await store.batch(for: server).values == [.value(.integer(50))])
    }

    @Test("a sensor that the server forgot is registered again, leaving its owner's choice there, and its state waits")
    func forgotten() async throws {
        try await store.enableAndRegister([sensor], on: server)
        try await store.queue([Samples.state(50, for: server)])
        try await forget(at: 1000)
        let batch = try await store.batch(for: server, now: Samples.time(1001).wall)
        #expect(batch == Batch(registrations: [RegistrationOrder(sensor: sensor, disabled: nil)]))
        try await store.acceptRegistrations(from: server, at: Samples.time(1001))
        #expect(try await store.batch(for: server).values == [.value(.integer(50))])
    }

    @Test("a sensor that the server forgets again and again is registered once an hour, whatever the clock does")
    func forgottenAgain() async throws {
        try await store.enableAndRegister([sensor], on: server)
        try await store.queue([Samples.state(50, for: server)])
        try await forget(at: 1000)
        try await store.acceptRegistrations(from: server, at: Samples.time(1000))
        try await forget(at: 1010)
        #expect(try await store.batch(for: server, now: Samples.time(1020).wall).isEmpty)
        #expect(try await store.batch(for: server, now: Samples.time(4599).wall).isEmpty)
        #expect(try await store.depth(of: server).registrations == 1)
        #expect(try await store.batch(for: server, now: Samples.time(4600).wall).registrations.count == 1)
        // Set back by a day.
        #expect(try await store.batch(for: server, now: Samples.time(1020 - 86400).wall).registrations.count == 1)
        // The owner need not wait.
        try await store.enable([sensor], on: server)
        #expect(
            try await store.batch(for: server, now: Samples.time(1020).wall).registrations.map(\.disabled) == [false]
        )
    }

    @Test("enabling while a disabling is on its way wins")
    func enabledMeanwhile() async throws {
        try await store.enableAndRegister([sensor], on: server)
        try await store.disable([sensor.id], on: server)
        let batch = try await store.batch(for: server)
        try await store.enable([sensor], on: server)
        try await store.apply(
            Receipt(registrations: [sensor.id: .accepted]),
            to: batch,
            from: server,
            at: Samples.time()
        )
        #expect(
            try await store.batch(for: server).registrations == [RegistrationOrder(sensor: sensor, disabled: false)]
        )
    }

    @Test("many sensors are registered in portions, all of them once")
    func portions() async throws {
        let sensors = try (0..<120).map { try Samples.sensor("battery.bat\($0).level") }
        try await store.enable(sensors, on: server)
        #expect(try await store.depth(of: server).registrations == 120)
        var told: [SensorID] = []
        for expected in [50, 50, 20] {
            let batch = try await store.batch(for: server)
            #expect(batch.registrations.count == expected)
            told += batch.registrations.map(\.sensor.id)
            try await store.acceptRegistrations(from: server)
        }
        #expect(try await store.batch(for: server).isEmpty)
        #expect(Set(told) == Set(sensors.map(\.id)))
    }

    @Test("the version that a server names is kept")
    func version() async throws {
        try await store.apply(Receipt(serverVersion: "2027.1.0"), to: Batch(), from: server, at: Samples.time())
        #expect(try await store.servers().map(\.version) == ["2027.1.0"])
    }

    private func forget(at seconds: Double) async throws {
        let batch = try await store.batch(for: server, now: Samples.time(seconds).wall)
        #expect(batch.states.count == 1)
        try await store.settle(batch, .notRegistered, from: server, at: Samples.time(seconds))
    }
}
