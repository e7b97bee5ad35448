import SensorSDK
import Shared
import Store
import TestSupport
import Testing

@Suite(.world()) struct ServerTests {
    let folder: ScratchFolder
    let store: Store

    init() throws {
        folder = try ScratchFolder()
        store = try Store(directory: folder.path)
    }

    @Test("a registration is there after a restart, with all that belongs to it")
    func survives() async throws {
        let registration = Registration(
            credentials: Secret("{\"key\":\"0123\"}"),
            url: "https://ha.example",
            version: nil,
            homeName: "Home"
        )
        let added = try await store.add(
            registration,
            name: "home",
            kind: "homeassistant",
            deviceName: "laptop",
            deviceID: "0011"
        )
        try await store.setVersion("2026.11.0", of: added.id)
        await store.close()

        let servers = try await Store(directory: folder.path).servers()
        #expect(
            servers == [
                ServerRecord(
                    id: added.id,
                    name: "home",
                    kind: "homeassistant",
                    url: "https://ha.example",
                    deviceName: "laptop",
                    deviceID: "0011",
                    credentials: Secret("{\"key\":\"0123\"}"),
                    version: "2026.11.0"
                )
            ]
        )
    }

    @Test("a name is given once")
    func nameTaken() async throws {
        _ = try await store.addServer("home")
        await #expect(throws: StoreError.nameTaken("home")) { try await store.addServer("home") }
        #expect(try await store.servers().count == 1)
    }

    @Test("the number of a removed server is never given again, not even after a restart")
    func numbers() async throws {
        let first = try await store.addServer("home")
        let second = try await store.addServer("office")
        try await store.removeServer(second)
        await store.close()
        let third = try await Store(directory: folder.path).addServer("office")
        #expect(third > second)
        #expect(second > first)
    }

    @Test("after a server is removed nothing of it is in the bytes of any file")
    func secretsAreGone() async throws {
        let home = try await store.addServer("home")
        let office = try await store.addServer("office")
        let sensor = try Samples.eventSensor(attributes: ["note"])
        for server in [home, office] {
            try await store.enableAndRegister([sensor], on: server)
            let note = "told to \(server == home ? "home" : "office")"
            try await store.queue([
                Samples.state(1, of: sensor.id.description, for: server, attributes: ["note": .text(note)])
            ])
            try await store.queue(Samples.event("event of \(note)"), for: [server])
        }
        for text in ["key of home", "id on home", "told to home", "event of told to home"] {
            #expect(try folder.contains(text), "\(text)")
        }

        try await store.removeServer(home)
        for text in ["key of home", "id on home", "http://home", "told to home", "event of told to home"] {
            #expect(try !folder.contains(text), "\(text)")
        }
        await store.close()
        for text in ["key of home", "id on home", "http://home", "told to home", "event of told to home"] {
            #expect(try !folder.contains(text), "\(text)")
        }
        let again = try Store(directory: folder.path)
        #expect(try await again.servers().map(\.name) == ["office"])
        #expect(try await again.enablements().map(\.server) == [office])
        #expect(try await again.batch(for: office).eventNames == ["event of told to office"])
    }

    @Test("a server that was removed is an error to ask for, and what it still answers changes nothing")
    func removed() async throws {
        let server = try await store.addServer()
        try await store.enable([Samples.sensor()], on: server)
        let batch = try await store.batch(for: server)
        try await store.removeServer(server)

        let gone = StoreError.noSuchServer(server)
        await #expect(throws: gone) { try await store.batch(for: server) }
        await #expect(throws: gone) { try await store.depth(of: server) }
        await #expect(throws: gone) { try await store.enable([Samples.sensor()], on: server) }
        await #expect(throws: gone) { try await store.disable([], on: server) }
        await #expect(throws: gone) { try await store.setVersion("1", of: server) }
        await #expect(throws: gone) { try await store.removeServer(server) }
        let sensor = try Samples.sensor().id
        try await store.apply(Receipt(registrations: [sensor: .accepted]), to: batch, from: server, at: Samples.time())
        #expect(try await store.enablements().isEmpty)
    }
}
