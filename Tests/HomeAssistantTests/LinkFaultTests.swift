import HomeAssistant
import Sealing
import SensorSDK
import Shared
import TestSupport
import Testing

@Suite struct LinkFaultTests {
    private static let faults: [(WebhookServer.Reply, LinkFault)] = [
        (.plain(200, ""), .empty),
        (.plain(200, "{}"), .keyMismatch),
        (.plain(401, "401: Unauthorized"), .refused(status: 401)),
        (.plain(403, ""), .refused(status: 403)),
        (.plain(410, ""), .gone),
        (.failure(.refused(host: "ha.local")), .unreachable(.refused(host: "ha.local"))),
        (.failure(.timedOut(host: "ha.local")), .unreachable(.timedOut(host: "ha.local"))),
        (.failure(.cancelled), .unreachable(.cancelled)),
        (.plain(201, ""), .otherService),
        (.plain(200, "<html>"), .otherService),
        (.plain(200, #"{"success":true}"#), .otherService),
        (.plain(200, #"{"a.b.c":{"success":true}}"#), .otherService),
        (.plain(200, #"{"encrypted":false,"encrypted_data":"{}"}"#), .otherService),
        (.plain(200, #"{"encrypted":true,"encrypted_data":"AAAA"}"#), .otherService),
        (.sealed(#"["a.b.c"]"#), .unexpected(status: 200)),
        (.sealed(#"{"success":false}"#), .unexpected(status: 200)),
        (.sealed(#"{"a.b.c":{"success":true}}"#, status: 400), .unexpected(status: 400)),
        (.redirect(301, to: "https://new.example"), .redirected(to: "https://new.example")),
        (.plain(302, ""), .redirected(to: nil)),
        (.redirect(307, to: "https://new.example"), .redirected(to: "https://new.example")),
        (.plain(308, ""), .redirected(to: nil)),
        (.plain(400, "{}"), .unexpected(status: 400)),
        (
            .plain(400, #"{"success":false,"error":{"code":"encryption_required","message":"x"}}"#), .encryptionRequired
        ),
        (.plain(404, "404: Not Found"), .notFound),
        (.plain(405, ""), .unexpected(status: 405)),
        (.plain(413, ""), .tooLarge),
        (.plain(429, ""), .tooMany(retryAfter: nil)),
        (.busy(retryAfter: .seconds(90)), .tooMany(retryAfter: .seconds(90))),
        (.plain(500, ""), .failing(status: 500)),
        (.plain(502, "{}"), .failing(status: 502)),
        (.plain(503, "<html>"), .failing(status: 503)),
    ]

    @Test(
        "what comes over plain http may be of anybody, and says so; over https it is the server's word",
        arguments: [("http://ha.local:8123", true), ("https://ha.local:8123", false)]
    )
    func forgeable(url: String, isForgeable: Bool) async throws {
        let server = try WebhookServer()
        server.alwaysAnswer("render_template", .plain(410, ""))
        let receipt = try await deliver(to: server, url: url)
        #expect(receipt.fault == .gone)
        #expect(receipt.mayBeForged == isForgeable)
    }

    private func batch() throws -> Batch {
        Batch(
            registrations: [RegistrationOrder(sensor: try Samples.level(), disabled: nil)],
            states: [try Samples.state("a.b.c", .value(.integer(1)))],
            events: [try Samples.event()]
        )
    }

    private func deliver(to server: WebhookServer, url: String = "http://ha.local:8123") async throws -> Receipt {
        try await inWorld {
            $0.http = server.transport
        } operation: {
            await (try HomeAssistantKind().link(to: Samples.record(url: url))).deliver(try batch())
        }
    }

    @Test("D37: an answer that is no receipt keeps every state, and names its reason", arguments: faults)
    func states(reply: WebhookServer.Reply, fault: LinkFault) async throws {
        let server = try WebhookServer()
        server.alwaysAnswer("update_sensor_states", reply)
        // So that it is not the item that is refused.
        server.answer("render_template", .good, reply)
        let receipt = try await deliver(to: server)
        #expect(receipt.states.isEmpty)
        #expect(receipt.fault == fault)
        #expect(receipt.registrations.count == 1)
        // A sealed answer that lacks the item is the server's own, and holds up no event.
        if !reply.isSealed {
            #expect(receipt.deliveredEvents.isEmpty)
            #expect(server.calls("fire_event").isEmpty)
        }
    }

    @Test("an answer that is no proof of who answers lets nothing be sent", arguments: faults)
    func challenge(reply: WebhookServer.Reply, fault: LinkFault) async throws {
        let server = try WebhookServer()
        server.alwaysAnswer("render_template", reply)
        let receipt = try await deliver(to: server)
        #expect(receipt == Receipt(fault: fault, mayBeForged: fault == .gone))
        #expect(server.commands == ["render_template"])
    }

    @Test("an answer that is no receipt keeps a registration", arguments: faults)
    func registration(reply: WebhookServer.Reply, fault: LinkFault) async throws {
        let server = try WebhookServer()
        server.alwaysAnswer("register_sensor", reply)
        // So that it is not the description that is refused.
        server.answer("render_template", .good, reply)
        let receipt = try await deliver(to: server)
        #expect(receipt.registrations.isEmpty)
        #expect(receipt.fault == fault)
    }

    @Test("D43: each answer gives the server one of the words that a user can act on")
    func words() {
        let words: [(LinkState, [LinkFault])] = [
            (
                .unreachable,
                [
                    .unreachable(.refused(host: "ha.local")), .unreachable(.timedOut(host: "ha.local")), .notFound,
                    .redirected(to: nil), .redirected(to: "https://new.example"), .otherService,
                ]
            ),
            (.starting, [.empty]),
            (.unknownToServer, [.unknownToServer, .declined(.unknownAgent)]),
            (.keyMismatch, [.keyMismatch, .declined(.forged)]),
            (.gone, [.gone]),
            (.refused, [.refused(status: 401), .encryptionRequired, .declined(.replayed), .declined(.malformed)]),
            (
                .waiting,
                [
                    .tooLarge, .tooMany(retryAfter: nil), .failing(status: 502), .unexpected(status: 405),
                    .declined(.oversize), .declined(.truncated), .declined(.unavailable),
                ]
            ),
        ]
        for (word, faults) in words { for fault in faults { #expect(fault.state == word, "\(fault)") } }
        let states = Self.faults.map(\.1.state) + [LinkFault.unknownToServer.state]
        #expect(Set(states) == Set(LinkState.allCases).subtracting([.ok]))
        for (_, fault) in Self.faults { #expect(!"\(fault)".isEmpty) }
        #expect("\(LinkFault.gone)".contains("agent servers reconnect"))
        #expect(
            "\(LinkFault.redirected(to: "https://new.example"))".contains(
                "agent servers set NAME url https://new.example"
            )
        )
    }

    @Test("an event is delivered only when the question behind it opened on the same connection", arguments: faults)
    func event(reply: WebhookServer.Reply, fault: LinkFault) async throws {
        let server = try WebhookServer()
        server.answer("fire_event", reply, reply)
        let receipt = try await deliver(to: server)
        let sequence = QueueSequence(epoch: 2, number: 17)
        switch (fault, reply) {
        case (.keyMismatch, _):
            // A plain {} is all that fire_event ever says.
            #expect(receipt.deliveredEvents == [sequence])
            #expect(receipt.attemptedEvents.isEmpty)
            #expect(receipt.fault == nil)
        case (.tooLarge, _):
            // Its size never changes, so it must not stop those behind it.
            #expect(receipt.refusedEvents == [sequence])
            #expect(receipt.fault == nil)
        case (.unreachable(.refused), _):
            // No byte of it was sent.
            #expect(receipt.attemptedEvents.isEmpty)
            #expect(receipt.deliveredEvents.isEmpty)
            #expect(receipt.fault == fault)
        default:
            #expect(receipt.attemptedEvents == [sequence])
            #expect(receipt.deliveredEvents.isEmpty)
            #expect(receipt.fault != nil)
        }
        #expect(receipt.states.count == 1)
    }

    @Test("an event whose connection broke before the question behind it is sent again, and those after it wait")
    func eventAcrossConnections() async throws {
        let server = try WebhookServer()
        server.answer("update_sensor_states", .overNewConnection)
        let events = [try Samples.event(number: 1), try Samples.event(number: 2)]
        let receipt = try await inWorld {
            $0.http = server.transport
        } operation: {
            await (try HomeAssistantKind().link(to: Samples.record())).deliver(Batch(events: events))
        }
        #expect(receipt.attemptedEvents == [QueueSequence(epoch: 2, number: 1)])
        #expect(receipt.deliveredEvents.isEmpty)
        #expect(receipt.fault != nil)
        #expect(server.calls("fire_event").count == 1)
    }

    @Test("an answer that was recorded earlier does not pass for the server's")
    func replay() async throws {
        let server = try WebhookServer()
        server.answer("render_template", .sealed(#"{"c":"c00000000000000000000000000000000"}"#))
        let receipt = try await deliver(to: server)
        #expect(receipt == Receipt(fault: .unexpected(status: 200)))
        #expect(server.commands == ["render_template"])
    }

    @Test("without TLS a receipt over a new connection counts only once the server has proven itself there")
    func newConnection() async throws {
        let server = try WebhookServer()
        server.answer("update_sensor_states", .overNewConnection)
        let receipt = try await deliver(to: server)
        #expect(receipt.states.count == 1)
        #expect(server.calls("render_template").count == 2)
    }

    @Test(
        "a connection that ended early means that the server may have been restarted, one that idled that nobody would know",
        arguments: [(Duration.seconds(60), true, false), (.seconds(75), false, true)]
    )
    func restart(pause: Duration, mayHaveRestarted: Bool, wasIdle: Bool) async throws {
        let server = try WebhookServer()
        let clock = TestClock()
        try await inWorld {
            $0.http = server.transport
            $0.use(clock)
        } operation: {
            let link = try HomeAssistantKind().link(to: Samples.record())
            let first = await link.deliver(try batch())
            #expect(!first.mayHaveRestarted && !first.wasIdle)
            clock.advance(by: pause)
            server.answer("update_sensor_states", .overNewConnection)
            let second = await link.deliver(Batch(states: try batch().states))
            #expect(second.mayHaveRestarted == mayHaveRestarted)
            #expect(second.wasIdle == wasIdle)
        }
    }

    @Test("without TLS a receipt over a new connection counts nothing when whoever answers there can't prove himself")
    func impostorOnNewConnection() async throws {
        let server = try WebhookServer()
        try await inWorld {
            $0.http = server.transport
        } operation: {
            let link = try HomeAssistantKind().link(to: Samples.record())
            #expect(await link.deliver(try batch()).states.count == 1)
            server.answer("update_sensor_states", .overNewConnection)
            server.answer("render_template", .sealed(#"{"c":"c00000000000000000000000000000000"}"#))
            let receipt = await link.deliver(try batch())
            #expect(receipt.states.isEmpty)
            #expect(receipt.fault == .unexpected(status: 200))
        }
    }

    @Test("with TLS the certificate is proof enough for a new connection")
    func newConnectionWithTLS() async throws {
        let server = try WebhookServer()
        server.answer("update_sensor_states", .overNewConnection)
        let receipt = try await deliver(to: server, url: "https://ha.example")
        #expect(receipt.states.count == 1)
        #expect(server.calls("render_template").count == 1)
    }

    @Test("what is sealed with another key acknowledges nothing")
    func otherKey() async throws {
        let server = try WebhookServer()
        let other = try SecretBox(hexadecimal: Secret(String(repeating: "ab", count: 32)))
        let sealed = other.seal(Array(#"{"a.b.c":{"success":true}}"#.utf8))
        server.alwaysAnswer(
            "update_sensor_states",
            .plain(200, #"{"encrypted":true,"encrypted_data":"\#(sealed)"}"#)
        )
        let receipt = try await deliver(to: server)
        #expect(receipt.states.isEmpty)
        #expect(receipt.fault == .otherService)
    }
}
