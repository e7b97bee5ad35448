import FakeHomeAssistant
import FoundationEssentials
import HomeAssistant
import Live
import SensorSDK
import Shared
import TestSupport
import Testing

/// Our client against the fake server over real HTTP on loopback.
@Suite(.world { $0.http = CurlTransport() }, .timeLimit(.minutes(5))) struct ClientTests {
    private func register(with server: FakeHomeAssistant, token: Secret? = nil) async throws -> Registration {
        try await HomeAssistantKind().register(
            Onboarding(
                url: server.url,
                token: token ?? server.token,
                deviceName: "Laptop",
                deviceID: "0123456789abcdef0123456789abcdef",
                host: HostFacts(model: "T480", manufacturer: "LENOVO", osName: "Debian", osVersion: "12"),
                allowsPlainHTTP: false
            )
        )
    }

    private func link(to server: FakeHomeAssistant) async throws -> any ServerLink {
        let registration = try await register(with: server)
        return try HomeAssistantKind().link(
            to: ServerRecord(
                id: 1,
                name: "home",
                kind: "homeassistant",
                url: registration.url,
                deviceName: "Laptop",
                deviceID: "0123456789abcdef0123456789abcdef",
                credentials: registration.credentials
            )
        )
    }

    private func level(_ value: Double, attributes: [String: SensorValue] = [:]) throws -> StateItem {
        StateItem(
            sequence: QueueSequence(epoch: 1, number: 1),
            kind: .sensor,
            icon: "mdi:battery",
            reading: Reading(
                try SensorID("battery.bat0.level"),
                .value(.number(value)),
                attributes: attributes,
                at: Current.instant
            )
        )
    }

    private func levelOrder(disabled: Bool? = false) throws -> RegistrationOrder {
        RegistrationOrder(
            sensor: try Sensor(
                id: SensorID("battery.bat0.level"),
                device: "BAT0",
                name: "BAT0 level",
                deviceClass: .battery,
                unit: .percent,
                stateClass: .measurement,
                category: .diagnostic,
                icon: "mdi:battery"
            ),
            disabled: disabled
        )
    }

    private func event(_ number: Int64, attempt: Int = 1) throws -> EventItem {
        EventItem(
            sequence: QueueSequence(epoch: 1, number: number),
            attempt: attempt,
            event: DeviceEvent(
                id: "00112233445566778899aabbccddeeff",
                sensor: try SensorID("device_events.usb.last_event"),
                action: .added,
                name: "USB disk",
                time: Current.instant
            )
        )
    }

    @Test("a machine registers, describes a sensor, and its values arrive with unit and class, sealed on the way")
    func firstLight() async throws {
        let server = try FakeHomeAssistant()
        let link = try await link(to: server)
        let batch = Batch(
            registrations: [try levelOrder()],
            states: [try level(81.5, attributes: ["cycles": .integer(7)])],
            events: [try event(1), try event(2)]
        )
        let receipt = await link.deliver(batch)
        #expect(receipt.fault == nil)
        #expect(receipt.registrations.values.allSatisfy { $0 == .accepted })
        #expect(receipt.states.values.allSatisfy { $0 == .accepted })
        #expect(receipt.deliveredEvents.count == 2)
        #expect(receipt.serverVersion == "2024.3.3")

        let entity = try #require(server.entities().first)
        #expect(server.entities().count == 1)
        #expect(entity.uniqueID == "battery.bat0.level")
        #expect(entity.name == "BAT0 level")
        #expect(entity.state == "81.5")
        #expect(entity.unit == "%")
        #expect(entity.deviceClass == "battery")
        #expect(entity.stateClass == "measurement")
        #expect(entity.category == "diagnostic")
        #expect(entity.icon == "mdi:battery")
        #expect(entity.attributes == ["cycles": 7])
        #expect(entity.lastUpdate == Current.now())

        #expect(server.events.map(\.type) == Array(repeating: "sensor_agent_device_event", count: 2))
        #expect(server.events.map { $0.data["sequence"] } == [[1, 1], [1, 2]])

        let lines = server.wireLines
        #expect(
            lines.map(\.command) == [
                "render_template", "get_config", "register_sensor", "update_sensor_states", "fire_event",
                "update_sensor_states", "fire_event", "update_sensor_states",
            ]
        )
        #expect(lines.allSatisfy { $0.sealedBytes >= 56 && $0.sealedStart.count == 32 })
        #expect(lines.map(\.items) == [0, 0, 1, 1, 1, 0, 1, 0])
        #expect(lines.map(\.isAnswerSealed) == lines.map { $0.command != "fire_event" })
    }

    @Test("each request on the wire is told while it goes on")
    func wire() async throws {
        let server = try FakeHomeAssistant()
        let link = try await link(to: server)
        _ = await link.deliver(Batch(registrations: [try levelOrder()]))
        server.stop()
        var commands: [String] = []
        for await line in server.wire { commands.append(line.command) }
        #expect(commands == ["render_template", "get_config", "register_sensor"])
    }

    @Test(
        "while something is wrong at the server nothing is acknowledged, and what was queued arrives afterwards",
        arguments: [
            (Fault.empty200, LinkFault.empty), (.plain200, .keyMismatch), (.status(401), .refused(status: 401)),
            (.status(403), .refused(status: 403)), (.status(502), .failing(status: 502)),
            (.status(404), .notFound), (.status(200), .otherService), (.status(413), .tooLarge),
            (
                .answer(status: 302, headers: ["Location": "https://new.example/x?y"], body: ""),
                .redirected(to: "https://new.example")
            ),
            (.answer(status: 429, headers: ["Retry-After": "120"], body: ""), .tooMany(retryAfter: .seconds(120))),
            (.answer(status: 429, headers: [:], body: ""), .tooMany(retryAfter: nil)), (.forgetWebhook, .empty),
            (.gone, .gone),
        ]
    )
    func faults(fault: Fault, expected: LinkFault) async throws {
        let server = try FakeHomeAssistant()
        let link = try await link(to: server)
        #expect(await link.deliver(Batch(registrations: [try levelOrder()], states: [try level(1)])).fault == nil)

        server.behave(fault)
        let receipt = await link.deliver(Batch(states: [try level(2)], events: [try event(1)]))
        #expect(receipt.states.isEmpty)
        #expect(receipt.deliveredEvents.isEmpty)
        #expect(receipt.fault == expected)
        #expect(server.events.isEmpty)

        guard fault != .gone, fault != .forgetWebhook else { return }
        server.behave(.well)
        #expect(await link.deliver(Batch(states: [try level(2)])).fault == nil)
        #expect(server.entities().first?.state == "2")
    }

    @Test("a server that is stopped is unreachable")
    func stopped() async throws {
        let held = try HeldPort()
        defer { held.letGo() }
        let server = try FakeHomeAssistant(port: held.port)
        let link = try await link(to: server)
        #expect(await link.deliver(Batch(registrations: [try levelOrder()])).fault == nil)
        server.stop()
        let receipt = await link.deliver(Batch(states: [try level(1)]))
        guard case .unreachable = receipt.fault else {
            Issue.record("the fault was \(String(describing: receipt.fault))")
            return
        }
        #expect(receipt.states.isEmpty)
    }

    @Test("what was taken but not answered is kept, so that it is sent again")
    func noAnswer() async throws {
        let server = try FakeHomeAssistant()
        let link = try await link(to: server)
        #expect(await link.deliver(Batch(registrations: [try levelOrder()])).fault == nil)
        server.behave(.noAnswer)
        let receipt = await link.deliver(Batch(states: [try level(5)]))
        #expect(server.entities().first?.state == "5")
        #expect(receipt.states.isEmpty)
    }

    @Test("an event whose answer is lost was fired at most once for each attempt")
    func eventWithoutAnswer() async throws {
        let server = try FakeHomeAssistant()
        let link = try await link(to: server)
        #expect(await link.deliver(Batch(registrations: [try levelOrder()])).fault == nil)
        server.behave(.noAnswer)
        let receipt = await link.deliver(Batch(events: [try event(1)]))
        #expect(receipt.attemptedEvents == [QueueSequence(epoch: 1, number: 1)])
        #expect(server.events.count == 1)
    }

    @Test("an event on a connection that ends is maybe delivered; the second attempt says so and is proven")
    func eventTwice() async throws {
        let server = try FakeHomeAssistant()
        let link = try await link(to: server)
        #expect(await link.deliver(Batch(registrations: [try levelOrder()])).fault == nil)
        server.behave(.closesConnections)
        let first = await link.deliver(Batch(events: [try event(1)]))
        #expect(first.attemptedEvents == [QueueSequence(epoch: 1, number: 1)])
        #expect(first.deliveredEvents.isEmpty)
        server.behave(.well)
        let second = await link.deliver(Batch(events: [try event(1, attempt: 2)]))
        #expect(second.deliveredEvents == [QueueSequence(epoch: 1, number: 1)])
        #expect(server.events.map { $0.data["attempt"] } == [1, 2])
        #expect(Set(server.events.map { $0.data["event_id"] }).count == 1)
    }

    @Test("what the owner does with an entity in Home Assistant comes back in the receipt")
    func ownersChoices() async throws {
        let server = try FakeHomeAssistant()
        let link = try await link(to: server)
        let id = try SensorID("battery.bat0.level")
        #expect(await link.deliver(Batch(registrations: [try levelOrder()])).fault == nil)

        server.behave(.disableEntity(id.description))
        let reminder = Batch(registrations: [try levelOrder(disabled: nil)], states: [try level(2)])
        #expect(await link.deliver(reminder).states == [id: .disabledByServer])
        #expect(server.entities().first?.state != "2")

        server.behave(.enableEntity(id.description))
        #expect(await link.deliver(Batch(states: [try level(3)])).states == [id: .accepted])

        server.behave(.deleteEntity(id.description))
        #expect(await link.deliver(Batch(states: [try level(4)])).states == [id: .notRegistered])

        _ = await link.deliver(Batch(registrations: [try levelOrder(disabled: true)]))
        #expect(server.entities().map(\.isDisabled) == [true])
    }

    @Test("a server that can't take this machine says why, and keeps nothing of it")
    func onboarding() async throws {
        await #expect(throws: OnboardingError.tokenRefused(status: 401)) {
            try await register(with: FakeHomeAssistant(), token: Secret("wrong"))
        }
        await #expect(throws: OnboardingError.lacksMobileApp) {
            try await register(with: FakeHomeAssistant(components: ["api"]))
        }
        await #expect(throws: OnboardingError.starting) {
            try await register(with: FakeHomeAssistant(isRunning: false))
        }
        await #expect(throws: OnboardingError.gaveNoSecret) {
            try await register(with: FakeHomeAssistant(encrypts: false))
        }
        await #expect(throws: OnboardingError.tooOld(version: "2023.5.4", least: "2023.6")) {
            try await register(with: FakeHomeAssistant(version: "2023.5.4"))
        }
        let demo = try FakeHomeAssistant(acceptsOneRegistration: true)
        _ = try await register(with: demo)
        await #expect(throws: OnboardingError.tokenRefused(status: 403)) { try await register(with: demo) }
        #expect(demo.deviceNames == ["Laptop"])
    }
}
