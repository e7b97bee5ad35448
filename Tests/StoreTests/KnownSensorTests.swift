import FoundationEssentials
import SQLite
import SensorSDK
import Shared
import Store
import TestSupport
import Testing

@Suite(.world()) struct KnownSensorTests {
    let folder: ScratchFolder
    let store: Store

    init() throws {
        folder = try ScratchFolder()
        store = try Store(directory: folder.path)
    }

    @Test("a sensor is remembered in full after a restart, though nobody offers it any more")
    func remembered() async throws {
        let full = try Sensor(
            id: SensorID("thermal.nvme_3f9a.temp1"),
            device: "Samsung SSD 980",
            name: "Samsung SSD 980 temperature",
            deviceClass: .temperature,
            unit: .celsius,
            stateClass: .measurement,
            category: .diagnostic,
            icon: "mdi:thermometer",
            interval: .milliseconds(90_250),
            leastInterval: .seconds(15),
            sensitivity: .identity,
            attributes: ["crit", "alarm"],
            needs: "group disk",
            revision: 3
        )
        try await store.remember([full])
        try await store.remember([Samples.sensor()])
        await store.close()
        let again = try Store(directory: folder.path)
        #expect(try await again.knownSensors() == [Samples.sensor(), full])
    }

    @Test("a list that says nothing new writes nothing")
    func noWrite() async throws {
        let sensors = try [Samples.sensor(), Samples.eventSensor(attributes: ["vendor"])]
        try await store.remember(sensors)
        await store.close()
        let again = try Store(directory: folder.path)
        let before = try folder.bytes("agent.db-wal")
        try await again.remember(sensors.reversed())
        #expect(try folder.bytes("agent.db-wal") == before)

        try await again.remember([Samples.sensor(name: "Main battery level")])
        #expect(try folder.bytes("agent.db-wal") != before)
        #expect(try await again.knownSensors().map(\.name).contains("Main battery level"))
    }

    @Test("a description that this version does not understand is left out until it is described anew")
    func unknownWords() async throws {
        let server = try await store.addServer()
        try await store.enableAndRegister([Samples.sensor()], on: server)
        await store.close()
        try folder.edit("agent.db") { database in
            _ = try database.run("UPDATE sensors SET description = replace(description, '\"plain\"', '\"telepathy\"')")
        }
        let again = try Store(directory: folder.path)
        #expect(try await again.knownSensors().isEmpty)
        try await again.queue([Samples.state(50, for: server)])
        #expect(try await again.batch(for: server).isEmpty)
        try await again.remember([Samples.sensor()])
        try await again.queue([Samples.state(51, for: server)])
        #expect(try await again.batch(for: server).values == [.value(.integer(51))])
    }

    @Test("sources that the owner named come in his order, by family, after a restart, too")
    func namedSources() async throws {
        for (family, source) in [("storage", "/mnt/nas"), ("network", "wg0"), ("storage", "/a")] {
            #expect(try await store.addSource(source, family: family))
        }
        #expect(try await !store.addSource("/mnt/nas", family: "storage"))
        await store.close()
        let again = try Store(directory: folder.path)
        #expect(try await again.namedSources(family: "storage") == ["/mnt/nas", "/a"])
        #expect(try await again.namedSources(family: "battery").isEmpty)
        #expect(try await again.removeSource("/mnt/nas", family: "storage"))
        #expect(try await !again.removeSource("/mnt/nas", family: "storage"))
        #expect(try await !again.removeSource("wg0", family: "storage"))
        #expect(try await again.namedSources(family: "storage") == ["/a"])
    }

    @Test("an interval that the owner chose is kept until he lets the family choose again")
    func intervals() async throws {
        let id = try SensorID("battery.bat0.level")
        try await store.setInterval(.seconds(600), of: id)
        try await store.setInterval(.milliseconds(90_500), of: id)
        try await store.setInterval(.seconds(5), of: SensorID("thermal.a.temp1"))
        await store.close()
        let again = try Store(directory: folder.path)
        #expect(try await again.intervals()[id] == .milliseconds(90_500))
        try await again.setInterval(nil, of: id)
        #expect(try await again.intervals().values.sorted() == [.seconds(5)])
    }
}
