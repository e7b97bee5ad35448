import FoundationEssentials
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import HomeAssistant

@Suite struct LinkDeliveryTests {
    /// Delivers over a new link in a world with this server.
    private func deliver(
        _ batch: Batch,
        to server: WebhookServer,
        record: ServerRecord = Samples.record()
    ) async throws -> Receipt {
        try await inWorld {
            $0.http = server.transport
            $0.randomBytes = { Array(repeating: 0xAB, count: $0) }
        } operation: {
            let link = try HomeAssistantKind().link(to: record)
            defer { link.close() }
            return await link.deliver(batch)
        }
    }

    private func everything() throws -> Batch {
        Batch(
            registrations: [
                RegistrationOrder(
                    sensor: try Samples.level(),
                    disabled: false,
                    reading: Reading(
                        try SensorID("battery.bat0.level"),
                        .value(.number(81.5)),
                        attributes: ["vendor": .text("ACME")],
                        at: Samples.time
                    )
                ),
                RegistrationOrder(sensor: try Samples.charging(), disabled: nil),
            ],
            states: [
                try Samples.state(
                    "battery.bat0.level",
                    .value(.number(81.5)),
                    icon: "mdi:battery",
                    attributes: [
                        "cycles": .integer(9_007_199_254_740_993), "vendor": .text("Ünïcode/GmbH \"x\""),
                        "full": .number(12), "present": .flag(true), "since": .time(Samples.time.wall),
                    ]
                ),
                try Samples.state("battery.bat0.charging", .value(.flag(false)), kind: .binarySensor),
                try Samples.state("network.system.boot", .value(.time(Samples.time.wall))),
                try Samples.state(
                    "thermal.cpu.temp1",
                    .unavailable(.inputOutput),
                    icon: "mdi:thermometer",
                    attributes: ["limit": .number(90)]
                ),
            ],
            events: [try Samples.event(attempt: 2, vendor: "ACME")]
        )
    }

    @Test("each request has exactly the bytes that Home Assistant takes")
    func goldenBytes() async throws {
        let server = try WebhookServer()
        let receipt = try await deliver(everything(), to: server)
        #expect(receipt.fault == nil)

        let names = [
            "render_template", "get_config", "register_sensor.sensor", "register_sensor.binary_sensor",
            "update_sensor_states", "fire_event", "update_sensor_states.empty",
        ]
        let calls = server.calls
        #expect(calls.map(\.command) == names.map { String($0.prefix { $0 != "." }) })
        for (call, name) in zip(calls, names) {
            #expect(try call.plaintext == Golden.text(name))
            let envelope = String(decoding: call.request.body, as: UTF8.self)
            let start = try #require(envelope.firstRange(of: #""encrypted_data":""#)?.upperBound)
            let end = try #require(envelope[start...].firstIndex(of: "\""))
            #expect(try envelope[..<start] + "…" + envelope[end...] == Golden.text("envelope.\(call.command)"))

            #expect(call.request.method == .post)
            #expect(call.request.url.exposed == "http://ha.local:8123/api/webhook/\(WebhookServer.webhookID)")
            #expect(
                call.request.headers.map { "\($0.name): \($0.value.exposed)" } == ["Content-Type: application/json"]
            )
            #expect(call.request.plainHTTP == .onlyLocal)
        }
    }

    @Test("what a sealed answer says of each item is in the receipt")
    func receipts() async throws {
        let server = try WebhookServer(version: "2026.11.0")
        server.answer(
            "update_sensor_states",
            .sealed(
                """
                {"battery.bat0.level":{"success":true},
                "battery.bat0.charging":{"success":true,"is_disabled":true},
                "network.system.boot":{"success":false,"error":{"code":"not_registered","message":"x"}},
                "thermal.cpu.temp1":{"success":false,"error":{"code":"invalid_format","message":"bad \\u001b[31mstate"}}}
                """
            )
        )
        let receipt = try await deliver(everything(), to: server)
        #expect(
            receipt
                == Receipt(
                    registrations: [
                        try SensorID("battery.bat0.level"): .accepted,
                        try SensorID("battery.bat0.charging"): .accepted,
                    ],
                    states: [
                        try SensorID("battery.bat0.level"): .accepted,
                        try SensorID("battery.bat0.charging"): .disabledByServer,
                        try SensorID("network.system.boot"): .notRegistered,
                        try SensorID("thermal.cpu.temp1"): .refused("bad [31mstate"),
                    ],
                    deliveredEvents: [QueueSequence(epoch: 2, number: 17)],
                    sentBytes: receipt.sentBytes,
                    disabledAtServer: [:],
                    serverVersion: "2026.11.0"
                )
        )
    }

    @Test("an item that the answer does not name, or names with words nobody knows, is kept")
    func unknownItems() async throws {
        let server = try WebhookServer()
        server.answer(
            "update_sensor_states",
            .sealed(
                """
                {"battery.bat0.level":{"success":true},"battery.bat0.charging":"maybe",
                "thermal.cpu.temp1":{"success":false,"error":{"code":"some_new_code"}},"other.other.other":{"success":true}}
                """
            )
        )
        let receipt = try await deliver(everything(), to: server)
        #expect(receipt.states == [try SensorID("battery.bat0.level"): .accepted])
        #expect(receipt.fault == .unexpected(status: 200))
    }

    @Test("the server is asked for its version once, and a link that stays open goes on without a new challenge")
    func oneStart() async throws {
        let server = try WebhookServer()
        try await inWorld {
            $0.http = server.transport
        } operation: {
            let link = try HomeAssistantKind().link(to: Samples.record())
            let item = try Samples.state("a.b.c", .value(.integer(1)))
            for _ in 0..<2 {
                let receipt = await link.deliver(Batch(states: [item]))
                #expect(receipt.states.count == 1)
                #expect(receipt.serverVersion == "2024.3.3")
            }
        }
        #expect(
            server.commands == ["render_template", "get_config", "update_sensor_states", "update_sensor_states"]
        )
    }

    @Test("a class or state class that the server is too old for is left out, so that it takes the sensor")
    func oldServer() async throws {
        let sensor = try Sensor(
            id: SensorID("plugin_wind.mast.direction"),
            device: "Mast",
            name: "Mast wind",
            deviceClass: .windDirection,
            unit: Unit(rawValue: "°"),
            stateClass: .measurementAngle
        )
        let batch = Batch(registrations: [RegistrationOrder(sensor: sensor, disabled: true)])
        for (version, isKnown) in [("2024.3.3", false), ("2025.8.0", true)] {
            let server = try WebhookServer(version: version)
            _ = try await deliver(batch, to: server)
            let sent = try #require(server.calls("register_sensor").first?.plaintext)
            #expect(sent.contains(#""device_class":null"#) == !isKnown)
            #expect(sent.contains(#""state_class":null"#) == !isKnown)
            #expect(sent.contains(#""disabled":true"#))
        }
    }

    @Test("what Home Assistant would take and then not show is refused here, with a reason, and its neighbours go")
    func refusals() async throws {
        let server = try WebhookServer()
        let long = String(repeating: "e\u{301}", count: 128)
        let bad: [(String, Reading.Outcome, SensorKind)] = [
            ("a.a.nan", .value(.number(.nan)), .sensor),
            ("a.a.infinite", .value(.number(.infinity)), .sensor),
            ("a.a.long", .value(.text(long)), .sensor),
            ("a.a.flag", .value(.flag(true)), .sensor),
            ("a.a.one", .value(.integer(1)), .binarySensor),
            ("a.a.off", .value(.text("off")), .binarySensor),
            ("a.a.late", .value(.time(.distantFuture.addingTimeInterval(1e15))), .sensor),
        ]
        var states = try bad.map { try Samples.state($0.0, $0.1, kind: $0.2) }
        states.append(try Samples.state("a.a.attribute", .value(.integer(1)), attributes: ["x": .number(.nan)]))
        states.append(try Samples.state("a.a.good", .value(.text(String(repeating: "x", count: 255)))))
        let receipt = try await deliver(Batch(states: states), to: server)

        #expect(receipt.fault == nil)
        #expect(receipt.states.count == states.count)
        for (id, outcome) in receipt.states {
            guard id.reading != "good" else {
                #expect(outcome == .accepted)
                continue
            }
            guard case .refused(let reason) = outcome else {
                Issue.record("\(id) was not refused but \(outcome)")
                continue
            }
            #expect(!reason.isEmpty)
        }
        let sent = try #require(server.calls("update_sensor_states").first?.plaintext)
        #expect(sent.contains("a.a.good"))
        for (id, _, _) in bad { #expect(!sent.contains(id)) }
    }

    @Test("a sensor that the server does not take is set aside with a reason and holds up none of the others")
    func oneBadRegistration() async throws {
        let server = try WebhookServer()
        // Asked a second time it says the same.
        server.answer("register_sensor", .plain(200, "{}"), .plain(200, "{}"))
        let receipt = try await deliver(everything(), to: server)
        #expect(
            receipt.registrations == [
                try SensorID("battery.bat0.level"): .refused(
                    "the server refused the description; its log says why"
                ),
                try SensorID("battery.bat0.charging"): .accepted,
            ]
        )
        #expect(receipt.states.count == 4)
        #expect(receipt.deliveredEvents.count == 1)
        #expect(receipt.fault == nil)
    }

    @Test("a state of which the server's answers say nothing is set aside after five, and slows down no other")
    func passedOver() async throws {
        let server = try WebhookServer()
        server.alwaysAnswer("update_sensor_states", .sealed(#"{"a.a.told":{"success":true}}"#))
        let states = [
            try Samples.state("a.a.told", .value(.integer(1))), try Samples.state("a.a.odd", .value(.integer(1))),
        ]
        try await inWorld {
            $0.http = server.transport
        } operation: {
            let link = try HomeAssistantKind().link(to: Samples.record())
            for _ in 1...4 {
                let receipt = await link.deliver(Batch(states: states))
                #expect(receipt.states == [try SensorID("a.a.told"): .accepted])
                #expect(receipt.fault == .unexpected(status: 200))
            }
            let receipt = await link.deliver(Batch(states: states))
            #expect(receipt.fault == nil)
            guard case .refused = receipt.states[try SensorID("a.a.odd")] else {
                Issue.record("it was not set aside")
                return
            }
        }
    }

    @Test("states with much in them go in several requests, each far below what a server takes")
    func largeStates() async throws {
        let server = try WebhookServer()
        let long = String(repeating: "é", count: 255)
        let attributes = Dictionary(uniqueKeysWithValues: (0..<50).map { ("attribute\($0)", SensorValue.text(long)) })
        let states = try (0..<100).map { try Samples.state("a.a.s\($0)", .value(.text(long)), attributes: attributes) }
        let receipt = try await deliver(Batch(states: states), to: server)
        #expect(receipt.states.count == 100)
        let calls = server.calls("update_sensor_states")
        #expect(calls.count > 1)
        #expect(calls.allSatisfy { $0.request.body.count < 1 << 20 })
    }

    @Test("a machine with very many sensors describes them one after the other at a steady pace, a few of them at once")
    func pace() {
        var pace = RegistrationPace()
        for _ in 0..<20 { #expect(pace.take(at: .seconds(5)) == .zero) }
        var now = Duration.seconds(5)
        for _ in 0..<100 {
            let pause = pace.take(at: now)
            #expect(pause > .milliseconds(90) && pause < .milliseconds(110))
            now += pause
        }
        #expect(pace.take(at: now + .seconds(60)) == .zero)
    }

    @Test("no way of printing a link or a receipt shows key or webhook id")
    func nothingSecret() async throws {
        let server = try WebhookServer()
        try await inWorld {
            $0.http = server.transport
        } operation: {
            let link = try HomeAssistantKind().link(to: Samples.record())
            let receipt = await link.deliver(try everything())
            var dumped = ""
            dump(link, to: &dumped)
            dump(Samples.record(), to: &dumped)
            dump(receipt, to: &dumped)
            dumped += "\(link) \(receipt) \(Samples.record())"
            #expect(!dumped.contains(WebhookServer.key.exposed))
            #expect(!dumped.contains(WebhookServer.webhookID))
        }
    }
}
