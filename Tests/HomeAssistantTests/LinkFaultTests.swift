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
        (.plain(201, ""), .unexpected(status: 201)),
        (.plain(200, "<html>"), .unexpected(status: 200)),
        (.plain(200, #"{"success":true}"#), .unexpected(status: 200)),
        (.plain(200, #"{"a.b.c":{"success":true}}"#), .unexpected(status: 200)),
        (.plain(200, #"{"encrypted":false,"encrypted_data":"{}"}"#), .unexpected(status: 200)),
        (.plain(200, #"{"encrypted":true,"encrypted_data":"AAAA"}"#), .unexpected(status: 200)),
        (.sealed(#"["a.b.c"]"#), .unexpected(status: 200)),
        (.sealed(#"{"success":false}"#), .unexpected(status: 200)),
        (.sealed(#"{"a.b.c":{"success":true}}"#, status: 400), .unexpected(status: 400)),
        (.plain(302, ""), .unexpected(status: 302)),
        (.plain(400, "{}"), .unexpected(status: 400)),
        (.plain(404, "404: Not Found"), .unexpected(status: 404)),
        (.plain(413, ""), .unexpected(status: 413)),
        (.plain(429, ""), .unexpected(status: 429)),
        (.plain(500, ""), .unexpected(status: 500)),
        (.plain(502, "{}"), .unexpected(status: 502)),
    ]

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

    @Test("an answer that is no receipt keeps every state, and names its reason", arguments: faults)
    func states(reply: WebhookServer.Reply, fault: LinkFault) async throws {
        let server = try WebhookServer()
        server.alwaysAnswer("update_sensor_states", reply)
        let receipt = try await deliver(to: server)
        #expect(receipt.states.isEmpty)
        #expect(receipt.fault == fault)
        #expect(receipt.registrations.count == 1)
        #expect(receipt.deliveredEvents.isEmpty)
        #expect(server.calls("fire_event").isEmpty)
    }

    @Test("an answer that is no proof of who answers lets nothing be sent", arguments: faults)
    func challenge(reply: WebhookServer.Reply, fault: LinkFault) async throws {
        let server = try WebhookServer()
        server.alwaysAnswer("render_template", reply)
        let receipt = try await deliver(to: server)
        #expect(receipt == Receipt(fault: fault))
        #expect(server.commands == ["render_template"])
    }

    @Test("an answer that is no receipt keeps a registration", arguments: faults)
    func registration(reply: WebhookServer.Reply, fault: LinkFault) async throws {
        let server = try WebhookServer()
        server.alwaysAnswer("register_sensor", reply)
        let receipt = try await deliver(to: server)
        #expect(receipt.registrations.isEmpty)
        // The same answer to one sensor alone is not the key: the challenge before it opened.
        #expect(receipt.fault == (fault == .keyMismatch ? .unexpected(status: 200) : fault))
    }

    @Test("an event is delivered only when the question behind it opened on the same connection", arguments: faults)
    func event(reply: WebhookServer.Reply, fault: LinkFault) async throws {
        let server = try WebhookServer()
        server.answer("fire_event", reply)
        let receipt = try await deliver(to: server)
        let sequence = QueueSequence(epoch: 2, number: 17)
        switch (fault, reply) {
        case (.keyMismatch, _):
            // A plain {} is all that fire_event ever says.
            #expect(receipt.deliveredEvents == [sequence])
            #expect(receipt.attemptedEvents.isEmpty)
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
        #expect(receipt.fault == .unexpected(status: 200))
    }
}
