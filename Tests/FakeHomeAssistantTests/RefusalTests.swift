import FakeHomeAssistant
import FoundationEssentials
import HomeAssistant
import Live
import SensorSDK
import Shared
import TestSupport
import Testing

/// One bad item must stop no other, and no server that is only late must lose one.
@Suite(.world { $0.http = CurlTransport() }, .timeLimit(.minutes(5))) struct RefusalTests {
    private let server: FakeHomeAssistant
    private let link: any ServerLink

    init() async throws {
        server = try FakeHomeAssistant()
        link = try await TestLink.register(with: server)
        let receipt = await link.deliver(Batch(registrations: try (0..<8).map { try TestLink.order("test.a.s\($0)") }))
        #expect(receipt.fault == nil)
    }

    private func states(_ value: Int64 = 1) throws -> Batch {
        Batch(states: try (0..<8).map { try TestLink.state("test.a.s\($0)", value) })
    }

    @Test("D31: a batch that is refused because of one value is taken apart: that one is set aside, the others arrive")
    func bisecting() async throws {
        server.behave(.refuses("test.a.s5"))
        let receipt = await link.deliver(try states())
        #expect(receipt.fault == nil)
        for (id, outcome) in receipt.states {
            let expected: Receipt.Outcome =
                id.reading == "s5" ? .refused("the server refused the value; its log says why") : .accepted
            #expect(outcome == expected, "\(id)")
        }
        #expect(server.entities().filter { $0.state == "1" }.count == 7)

        // It goes alone from now on, so that the others need no second attempt.
        let before = server.wireLines.count
        #expect(await link.deliver(try states(2)).fault == nil)
        #expect(
            server.wireLines.dropFirst(before).map(\.command)
                == ["update_sensor_states", "update_sensor_states", "render_template"]
        )
        #expect(server.wireLines[before].items == 7)
        server.behave(.well)
        #expect(await link.deliver(try states(3)).states.values.allSatisfy { $0 == .accepted })
        let last = server.wireLines.count
        #expect(await link.deliver(try states(4)).fault == nil)
        #expect(server.wireLines.dropFirst(last).map(\.items) == [8])
    }

    @Test("one answer that was somebody else's condemns neither a description nor a value")
    func answerOfAnother() async throws {
        let order = try TestLink.order("test.a.s9")
        let state = try TestLink.state("test.a.s1", 7)
        for batch in [Batch(registrations: [order]), Batch(states: [state])] {
            server.behave(.plain200Once)
            let receipt = await link.deliver(batch)
            #expect(receipt.fault == nil)
            #expect(receipt.registrations.values.allSatisfy { $0 == .accepted })
            #expect(receipt.states.values.allSatisfy { $0 == .accepted })
        }
        #expect(server.entities().contains { $0.uniqueID == "test.a.s9" })
        #expect(server.entities().contains { $0.uniqueID == "test.a.s1" && $0.state == "7" })
    }

    @Test(
        "D31, D32: a server or a filter that fails on one value gets the batch five times, then the others, and it is set aside",
        arguments: [
            (500, LinkFault.failing(status: 500)), (400, .unexpected(status: 400)), (403, .refused(status: 403)),
        ]
    )
    func failing(status: Int, fault: LinkFault) async throws {
        server.behave(.failsOn("test.a.s2", status: status))
        for _ in 1...4 {
            let receipt = await link.deliver(try states())
            #expect(receipt.fault == fault)
            #expect(receipt.states.isEmpty)
        }
        let receipt = await link.deliver(try states())
        #expect(receipt.fault == nil)
        #expect(receipt.states.values.filter { $0 == .accepted }.count == 7)
        #expect(
            receipt.states[try SensorID("test.a.s2")]
                == .refused("the server fails on the value each time (status \(status)); its log says why")
        )
    }

    @Test("a server that fails on everything loses nothing, however often it is asked")
    func failingForAll() async throws {
        server.behave(.status(500))
        for _ in 1...12 {
            let receipt = await link.deliver(try states())
            #expect(receipt.fault == .failing(status: 500))
            #expect(receipt.states.isEmpty)
        }
        server.behave(.well)
        #expect(await link.deliver(try states()).states.values.filter { $0 == .accepted }.count == 8)
    }

    @Test("a proxy that takes only small requests gets smaller batches, and nothing is lost")
    func tooLarge() async throws {
        server.behave(.longestBody(700))
        let receipt = await link.deliver(try states())
        #expect(receipt.fault == nil)
        #expect(receipt.states.values.filter { $0 == .accepted }.count == 8)
        // What it takes is remembered.
        let before = server.wireLines.count
        #expect(await link.deliver(try states(2)).fault == nil)
        #expect(server.wireLines.dropFirst(before).allSatisfy { $0.status == 200 })
    }

    @Test(
        "a description that the server fails on is given up after five times; the others wait for none of them",
        arguments: [
            (500, LinkFault.failing(status: 500)), (400, .unexpected(status: 400)), (403, .refused(status: 403)),
        ]
    )
    func failingDescription(status: Int, fault: LinkFault) async throws {
        server.behave(.failsOn("test.b.bad", status: status))
        let orders = [try TestLink.order("test.b.bad"), try TestLink.order("test.b.good")]
        for _ in 1...4 {
            let receipt = await link.deliver(Batch(registrations: orders))
            #expect(receipt.registrations == [try SensorID("test.b.good"): .accepted])
            #expect(receipt.fault == fault)
        }
        let receipt = await link.deliver(Batch(registrations: orders))
        #expect(receipt.fault == nil)
        guard case .refused = receipt.registrations[try SensorID("test.b.bad")] else {
            Issue.record("it was not given up")
            return
        }
    }

    @Test(
        "an event that the server fails on each time is given up after five attempts, and those behind it arrive in order"
    )
    func failingEvent() async throws {
        server.behave(.failsOn("bad stick"))
        let good = try (2...3).map { try TestLink.event($0, name: "stick \($0)") }
        for attempt in 1...5 {
            let bad = try TestLink.event(1, attempt: attempt, name: "bad stick")
            let receipt = await link.deliver(Batch(events: [bad] + good))
            #expect(receipt.attemptedEvents == [bad.sequence])
            #expect(receipt.deliveredEvents.isEmpty)
        }
        let receipt = await link.deliver(Batch(events: [try TestLink.event(1, attempt: 6, name: "bad stick")] + good))
        #expect(receipt.refusedEvents == [QueueSequence(epoch: 1, number: 1)])
        #expect(receipt.deliveredEvents == Set(good.map(\.sequence)))
        #expect(server.events.map { $0.data["name"] } == ["stick 2", "stick 3"])
    }

    @Test(
        "nothing but empty answers for a day, while the server is all there, means that it does not know this machine"
    )
    func unknownToServer() async throws {
        let clock = TestClock()
        try await inWorld {
            $0.http = CurlTransport()
            $0.use(clock)
        } operation: {
            let held = try HeldPort()
            defer { held.letGo() }
            let server = try FakeHomeAssistant(port: held.port)
            let link = try await TestLink.register(with: server)
            server.behave(.forgetWebhook)
            let batch = Batch(states: [try TestLink.state("test.a.s1", 1)])
            #expect(await link.deliver(batch).fault == .empty)
            clock.advance(by: .seconds(86399))
            #expect(await link.deliver(batch).fault == .empty)
            clock.advance(by: .seconds(1))
            #expect(await link.deliver(batch).fault == .unknownToServer)
            // An agent that starts anew goes on counting.
            var record = try await TestLink.record(with: server)
            server.behave(.forgetWebhook)
            record.emptySince = clock.wall.addingTimeInterval(-86401)
            #expect(await (try HomeAssistantKind().link(to: record)).deliver(batch).fault == .unknownToServer)
            // A server that is down says nothing about it.
            server.stop()
            #expect(await link.deliver(batch).fault?.state == .unreachable)
        }
    }
}
