import FoundationEssentials
import Sealing
import SensorSDK
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Webhook

/// What goes out, and which answers count, over a transport that a test answers for.
@Suite(.world()) struct WebhookLinkTests {
    private static let agent = String(repeating: "ab", count: 16)
    private static let key = Secret(String(repeating: "cd", count: 32))

    private func link(
        _ answer: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse
    ) throws -> WebhookLink {
        try WebhookLink(
            agent: Self.agent,
            with: WebhookCredentials(
                key: Self.key,
                url: Secret("http://receiver.local/in?a=b"),
                settings: ConnectionSettings(),
                allowsPlainHTTP: false
            ),
            over: ScriptedConnection(answer)
        )
    }

    /// What a request holds, opened.
    private static func opened(_ request: HTTPRequest) throws -> (document: BatchDocument, text: [UInt8]) {
        let envelope = try JSONDecoder().decode(Envelope.self, from: Data(request.body))
        let text = try PackedText.unpacked(WebhookSeal(key).batches.open(envelope.sealed))
        return (try JSONDecoder().decode(BatchDocument.self, from: Data(text)), text)
    }

    private static func acknowledged(
        _ request: HTTPRequest,
        _ change: (inout Acknowledgement) -> Void = { _ in }
    ) -> HTTPResponse {
        // A test whose request does not open sees an answer that is none.
        guard let (document, text) = try? opened(request), let seal = try? WebhookSeal(key) else {
            return HTTPResponse(status: 200, body: [])
        }
        var acknowledgement = Acknowledgement(
            agent: document.agent,
            epoch: document.epoch,
            batch: document.batch,
            digest: Digest.sha256(text).hexadecimal
        )
        change(&acknowledgement)
        let sealed = seal.acknowledgements.seal(SortedJSON.encode(acknowledgement))
        return HTTPResponse(status: 200, body: SortedJSON.encode(AnswerDocument(sealed: sealed)))
    }

    private func batch(_ values: Int..., number: Int64 = 100) throws -> Batch {
        let id = try SensorID("battery.bat0.level")
        let time = Instant(wall: Date(timeIntervalSince1970: 1_767_225_600.25), boot: .seconds(1))
        return Batch(
            history: History(
                sequence: QueueSequence(epoch: 3, number: number),
                items: values.map { value in
                    HistoryItem(
                        sequence: QueueSequence(epoch: 3, number: Int64(value)),
                        content: .reading(Reading(id, .value(.integer(Int64(value))), at: time))
                    )
                }
            )
        )
    }

    @Test("the envelope is as the manual says: agent in clear, and sealed a batch with range, times and descriptions")
    func envelope() async throws {
        let sensor = try Sensor(
            id: SensorID("battery.bat0.level"),
            device: "BAT0",
            name: "BAT0 level",
            deviceClass: .battery,
            unit: .percent,
            stateClass: .measurement
        )
        let event = DeviceEvent(
            id: "e1",
            sensor: try SensorID("device_events.usb.last_event"),
            action: .added,
            name: "Stick",
            time: Instant(wall: Date(timeIntervalSince1970: 0), boot: .zero)
        )
        var batch = try batch(7)
        batch.registrations = [RegistrationOrder(sensor: sensor, disabled: false)]
        batch.history?.items.append(
            HistoryItem(sequence: QueueSequence(epoch: 3, number: 9), content: .event(event))
        )
        batch.history?.dropped = 2
        let requests = Recorded()
        let link = try link { request in
            requests.append(request)
            return Self.acknowledged(request)
        }
        let preview = await link.preview(batch)
        let receipt = await link.deliver(batch)
        let request = try #require(requests.all.first)
        #expect(request.url.exposed == "http://receiver.local/in?a=b")
        let text = String(decoding: try Self.opened(request).text, as: UTF8.self)
        #expect(
            text == """
                {"agent":"\(Self.agent)","batch":100,"dropped":2,"epoch":3,"first":7,"items":[{"number":7,\
                "sensor":"battery.bat0.level","time":"2026-01-01T00:00:00.250+00:00","value":7},{"event":{"action":"added",\
                "id":"e1","name":"Stick"},"number":9,"sensor":"device_events.usb.last_event",\
                "time":"1970-01-01T00:00:00.000+00:00"}],"last":9,"sensors":[{"device":"BAT0","device_class":"battery",\
                "enabled":true,"id":"battery.bat0.level","kind":"sensor","name":"BAT0 level","state_class":"measurement",\
                "unit":"%"}],"version":1}
                """
        )
        #expect(preview.map(\.text) == [text])
        #expect(receipt.fault == nil)
        #expect(receipt.recorded == QueueSequence(epoch: 3, number: 9))
        #expect(receipt.registrations == [sensor.id: .accepted])
        #expect(Set(receipt.sentBytes.keys) == [sensor.id, event.sensor])
    }

    @Test("nothing but a sealed acknowledgement of exactly this batch lets anything go")
    func otherAnswers() async throws {
        let answers: [(String, LinkFault, @Sendable (HTTPRequest) -> HTTPResponse)] = [
            ("a plain OK", .otherService, { _ in HTTPResponse(status: 200, body: Array("{}".utf8)) }),
            ("a login page", .otherService, { _ in HTTPResponse(status: 200, body: Array("<html>".utf8)) }),
            (
                "the batch itself, sent back", .otherService,
                { request in HTTPResponse(status: 200, body: request.body) }
            ),
            ("of another batch", .unexpected(status: 200), { Self.acknowledged($0) { $0.batch -= 1 } }),
            ("of another epoch", .unexpected(status: 200), { Self.acknowledged($0) { $0.epoch -= 1 } }),
            ("of another agent", .unexpected(status: 200), { Self.acknowledged($0) { $0.agent = "x" } }),
            ("of other bytes", .unexpected(status: 200), { Self.acknowledged($0) { $0.digest = "00" } }),
            (
                "with an error's status", .failing(status: 502),
                { HTTPResponse(status: 502, body: Self.acknowledged($0).body) }
            ),
            (
                "elsewhere", .redirected(to: "https://x"),
                { _ in HTTPResponse(status: 302, body: [], location: "https://x") }
            ),
            ("not there", .notFound, { _ in HTTPResponse(status: 404, body: []) }),
            ("gone", .unexpected(status: 410), { _ in HTTPResponse(status: 410, body: []) }),
            ("refused by a proxy", .refused(status: 403), { _ in HTTPResponse(status: 403, body: []) }),
            (
                "refused by the receiver", .declined(.unknownAgent),
                { _ in HTTPResponse(status: 403, body: Array(#"{"refused":"unknown_agent"}"#.utf8)) }
            ),
        ]
        for (name, fault, answer) in answers {
            let receipt = try await link { request in answer(request) }.deliver(batch(1, 2))
            #expect(receipt.fault == fault, "\(name)")
            #expect(receipt.recorded == nil, "\(name)")
        }
    }

    @Test("an acknowledgement of which a bit was changed on its way is none", arguments: SeededChance.seeds(20))
    func spoiltAnswers(seed: UInt64) async throws {
        let chance = Mutex(SeededChance(seed: seed))
        let link = try link { request in
            var response = Self.acknowledged(request)
            let place = chance.withLock { $0.below(response.body.count) }
            response.body[place] ^= chance.withLock { UInt8(1 << $0.below(7)) }
            return response
        }
        for _ in 0..<20 {
            let receipt = await link.deliver(try batch(1, 2))
            #expect(receipt.recorded == nil && receipt.fault != nil, "seed \(seed)")
        }
    }

    @Test("an endpoint that takes only small requests gets smaller ones, in order")
    func tooLarge() async throws {
        let counts = Recorded()
        let link = try link { request in
            counts.append(request)
            // A proxy in the way.
            guard let items = try? Self.opened(request).document.items.count, items <= 3 else {
                return HTTPResponse(status: 413, body: [])
            }
            return Self.acknowledged(request)
        }
        let batch = try batch(1, 2, 3, 4, 5, 6, 7)
        #expect(await link.deliver(batch).fault == .tooLarge)
        #expect(await link.deliver(batch).recorded == QueueSequence(epoch: 3, number: 3))
        #expect(
            try counts.all.map { try Self.opened($0).document.items.map(\.number) } == [
                [1, 2, 3, 4, 5, 6, 7], [1, 2, 3],
            ]
        )
    }

    @Test("a batch never grows beyond its bound, and the rest goes later")
    func longBatch() async throws {
        let id = try SensorID("plugin_x.a.b")
        let text = String(repeating: "x", count: 10_000)
        let time = Instant(wall: Date(timeIntervalSince1970: 0), boot: .zero)
        let items = (1...100).map { number in
            HistoryItem(
                sequence: QueueSequence(epoch: 1, number: number),
                content: .reading(Reading(id, .value(.text(text)), at: time))
            )
        }
        let batch = Batch(history: History(sequence: QueueSequence(epoch: 1, number: 101), items: items))
        let preview = await (try link { Self.acknowledged($0) }).preview(batch)
        #expect(preview[0].text.utf8.count <= WebhookLink.longestBatch)
        let last = await (try link { Self.acknowledged($0) }).deliver(batch).recorded
        #expect((10..<100).contains(last?.number ?? 0))
    }

    @Test("a question whether the receiver is there holds nothing of this machine and is never the same twice")
    func question() async throws {
        let requests = Recorded()
        let link = try link { request in
            requests.append(request)
            return Self.acknowledged(request)
        }
        for _ in 0..<2 { #expect(await link.deliver(Batch()).fault == nil) }
        let documents = try requests.all.map { try Self.opened($0).document }
        #expect(documents.allSatisfy { $0.isQuestion && $0.isSound && $0.items.isEmpty && $0.sensors.isEmpty })
        #expect(Set(documents.map(\.challenge)).count == 2)
        #expect(await link.preview(Batch()).isEmpty)
    }

    @Test("values that JSON can't say become no value with a reason, never another value")
    func oddValues() throws {
        func item(_ value: SensorValue) throws -> ItemDocument {
            let reading = Reading(
                try SensorID("a.b.c"),
                .value(value),
                attributes: ["odd": .number(.nan), "even": .flag(true)],
                at: Instant(wall: Date(timeIntervalSince1970: 0), boot: .zero)
            )
            return ItemDocument(HistoryItem(sequence: QueueSequence(epoch: 1, number: 1), content: .reading(reading)))
        }
        for value in [SensorValue.number(.infinity), .number(.nan), .time(Date(timeIntervalSince1970: 1e15))] {
            #expect(try item(value).unavailable == "malformed")
            #expect(try item(value).isSound)
        }
        #expect(try item(.number(1.5)).attributes == ["even": .flag(true)])
        #expect(try item(.time(Date(timeIntervalSince1970: 0))).value == .text("1970-01-01T00:00:00Z"))
    }

    @Test(
        "many readings are compressed before they are sealed, to a third of what they were; the preview shows them as they are"
    )
    func compressed() async throws {
        let requests = Recorded()
        let link = try link { request in
            requests.append(request)
            return Self.acknowledged(request)
        }
        let batch = try batch(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)
        let preview = await link.preview(batch)
        let receipt = await link.deliver(batch)
        #expect(receipt.recorded?.number == 20)
        let request = try #require(requests.all.first)
        let text = try Self.opened(request).text
        #expect(preview.map(\.text) == [String(decoding: text, as: UTF8.self)])
        #expect(request.body.count < text.count / 3)
        // The audit counts what was said, not how shortly.
        #expect(receipt.sentBytes.values.reduce(0, +) == text.count)
    }

    @Test("a receiver that does not know of compression gets the same batch again without it, and every later one")
    func olderReceiver() async throws {
        let requests = Recorded()
        let link = try link { request in
            requests.append(request)
            let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(request.body))
            let opened = envelope.flatMap { try? WebhookSeal(Self.key).batches.open($0.sealed) }
            guard opened?.first == UInt8(ascii: "{") else {
                return HTTPResponse(status: 422, body: SortedJSON.encode(AnswerDocument(refused: .malformed)))
            }
            return Self.acknowledged(request)
        }
        let batch = try batch(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
        #expect(await link.deliver(batch).recorded?.number == 10)
        #expect(requests.all.count == 2)
        #expect(await link.deliver(batch).recorded?.number == 10)
        #expect(requests.all.count == 3)
    }

    /// A receiver that answers this to each request in which one of these numbers is.
    private func link(
        failingOn numbers: Set<Int64>,
        with response: HTTPResponse,
        _ requests: Recorded = Recorded()
    ) throws -> WebhookLink {
        try link { request in
            requests.append(request)
            guard let (document, _) = try? Self.opened(request),
                !document.items.contains(where: { numbers.contains($0.number) })
            else { return response }
            return Self.acknowledged(request)
        }
    }

    @Test(
        "D31: one item that a receiver never takes is given up after five times, and all the others arrive",
        arguments: [400, 403, 413, 422, 500]
    )
    func oneBadItem(status: Int) async throws {
        let link = try link(failingOn: [5], with: HTTPResponse(status: status, body: []))
        var (left, given, rounds) = (Array(1...12), Set<Int64>(), 0)
        while !left.isEmpty, rounds < 20 {
            rounds += 1
            var batch = try batch()
            batch.history?.items = try left.flatMap { try self.batch($0).history?.items ?? [] }
            let receipt = await link.deliver(batch)
            given.formUnion(receipt.refusedEvents.map(\.number))
            if let recorded = receipt.recorded { left.removeAll { $0 <= recorded.number } }
        }
        #expect(left.isEmpty)
        #expect(given == [5])
        #expect(rounds >= 5)
    }

    @Test(
        "D32: a receiver that takes nothing loses nothing, however long it goes on, and so does one whose only item fails"
    )
    func receiverInTrouble() async throws {
        for values in [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [1]] {
            let link = try link(failingOn: Set(values.map(Int64.init)), with: HTTPResponse(status: 500, body: []))
            var batch = try batch()
            batch.history?.items = try values.flatMap { try self.batch($0).history?.items ?? [] }
            for _ in 0..<20 {
                let receipt = await link.deliver(batch)
                #expect(receipt.fault == .failing(status: 500))
                #expect(receipt.refusedEvents.isEmpty)
                #expect(receipt.recorded == nil)
            }
        }
    }

    @Test("what is not about the content takes nothing apart", arguments: [301, 404, 429])
    func notTheContent(status: Int) async throws {
        let requests = Recorded()
        let link = try link(failingOn: [1, 2, 3], with: HTTPResponse(status: status, body: []), requests)
        for _ in 0..<10 { #expect(await link.deliver(try batch(1, 2, 3)).fault != nil) }
        #expect(requests.all.count == 10)
    }

    @Test("a description that a receiver never takes is refused alone, and its neighbours and items go on")
    func oneBadDescription() async throws {
        let link = try link { request in
            guard let (document, _) = try? Self.opened(request),
                !document.sensors.contains(where: { $0.id.description == "test.a.n3" })
            else { return HTTPResponse(status: 422, body: SortedJSON.encode(AnswerDocument(refused: .malformed))) }
            return Self.acknowledged(request)
        }
        var orders = try (1...5).map {
            RegistrationOrder(
                sensor: try Sensor(id: SensorID("test.a.n\($0)"), device: "a", name: "a"),
                disabled: false
            )
        }
        var refused: [SensorID] = []
        var isRecorded = false
        for _ in 0..<20 {
            var batch = try batch(1, 2)
            batch.registrations = orders
            let receipt = await link.deliver(batch)
            for (id, outcome) in receipt.registrations {
                if case .refused = outcome { refused.append(id) }
                orders.removeAll { $0.sensor.id == id }
            }
            isRecorded = isRecorded || receipt.recorded?.number == 2
        }
        #expect(refused.map(\.description) == ["test.a.n3"])
        #expect(isRecorded)
    }
}
