import FoundationEssentials
import Glibc
import HTTPServer
import Sealing
import SensorSDK
import SQLite
import Shared
import Synchronization
import TestSupport
import Testing
import Webhook
import WebhookReceiver

/// What the receiver takes, writes and refuses.
@Suite(.world()) struct ReceiverTests {
    let folder: TemporaryFolder
    let sender: Sender

    init() throws {
        folder = try TemporaryFolder()
        sender = try Sender()
    }

    private var path: String { folder.path + "/received.db" }

    private func receiver(_ output: ReceiverOutput = .database) throws -> Receiver {
        try Receiver(keys: [sender.line], database: path, output: output)
    }

    private func send(_ body: [UInt8], to receiver: Receiver) throws -> (
        acknowledgement: Acknowledgement?, refusal: String?
    ) {
        try sender.opened(receiver.answer(Sender.post(body)))
    }

    private func numbers() throws -> [Int64] {
        try Database(path: path).rows("SELECT number FROM items ORDER BY agent, epoch, number") {
            (row) throws(SQLiteError) in try row.integer(0)
        }
    }

    @Test("what is taken stands in the database with all that was said, and is then acknowledged")
    func sqlite() throws {
        let receiver = try receiver()
        let items = #"""
            [{"number":1,"sensor":"battery.bat0.level","time":"2026-01-01T00:00:00.000+01:00","value":81.5,
            "attributes":{"b":true,"a":"x"}},
            {"number":3,"sensor":"battery.bat0.level","time":"t","unavailable":"not_present"},
            {"number":4,"sensor":"device_events.usb.last_event","time":"t","event":{"id":"e","action":"added","name":"Stick"}}]
            """#
        let answer = try send(
            sender.text(
                """
                {"version":1,"agent":"\(sender.agent)","epoch":1,"batch":5,"first":1,"last":4,"dropped":0,
                "sensors":\(Sender.description),"items":\(items)}
                """
            ),
            to: receiver
        )
        #expect(answer.acknowledgement?.batch == 5)
        #expect(answer.acknowledgement?.undescribed?.map(\.description) == ["device_events.usb.last_event"])
        let database = try Database(path: path)
        let rows = try database.rows(
            "SELECT number, sensor, time, value, unavailable, event, attributes FROM items ORDER BY number"
        ) { (row) throws(SQLiteError) in
            let columns: [Int32] = [0, 1, 2, 3, 4, 5, 6]
            return try columns.map { (column) throws(SQLiteError) in try row.value(column) }
        }
        let battery = SQLiteValue.text("battery.bat0.level")
        #expect(
            rows == [
                [
                    .integer(1), battery, .text("2026-01-01T00:00:00.000+01:00"), .real(81.5), .null, .null,
                    .text(#"{"a":"x","b":true}"#),
                ],
                [.integer(3), battery, .text("t"), .null, .text("not_present"), .null, .null],
                [
                    .integer(4), .text("device_events.usb.last_event"), .text("t"), .null, .null,
                    .text(#"{"action":"added","id":"e","name":"Stick"}"#), .null,
                ],
            ]
        )
        let units = try database.rows("SELECT unit FROM sensors") { (row) throws(SQLiteError) in try row.text(0) }
        #expect(units == ["%"])
        #expect(receiver.tally.items == 3)
    }

    @Test("JSON lines follow what is in the file, each batch behind the other, whole lines only")
    func lines() throws {
        let file = folder.path + "/lines"
        try Data("half a li".utf8).write(to: URL(filePath: file))
        let first = try receiver(.lines(path: file))
        _ = try send(sender.batch(2, [1], sensors: Sender.description), to: first)
        _ = try send(sender.batch(4, [1, 3]), to: first)
        _ = try send(sender.batch(6, [5]), to: try receiver(.lines(path: file)))
        let lines = try folder.text(of: "lines").split(separator: "\n").map(String.init)
        #expect(lines[0] == "half a li")
        #expect(
            lines[1] == """
                {"agent":"\(sender.agent)","epoch":1,"sensor":{"device":"BAT0","enabled":true,"id":"battery.bat0.level",\
                "kind":"sensor","name":"BAT0 level","unit":"%"}}
                """
        )
        #expect(
            lines[2] == """
                {"agent":"\(sender.agent)","epoch":1,"item":{"number":1,"sensor":"battery.bat0.level",\
                "time":"2026-01-01T00:00:00.000+00:00","value":1}}
                """
        )
        #expect(
            lines.dropFirst(3).map { $0.contains(#""number":3,"#) || $0.contains(#""number":5,"#) } == [true, true]
        )
    }

    @Test("lines go on in a new file when theirs is rotated away or deleted, and wait while none can be made")
    func rotated() throws {
        let file = folder.path + "/logs/lines"
        let logs = URL(filePath: folder.path + "/logs")
        try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: false)
        let receiver = try receiver(.lines(path: file))
        _ = try send(sender.batch(2, [1]), to: receiver)
        try FileManager.default.moveItem(atPath: file, toPath: file + ".1")
        _ = try send(sender.batch(4, [3]), to: receiver)
        #expect(try folder.text(of: "logs/lines.1").contains(#""number":1,"#))
        #expect(try folder.text(of: "logs/lines").contains(#""number":3,"#))
        try FileManager.default.removeItem(at: logs)
        let waiting = try sender.batch(6, [5])
        #expect(try send(waiting, to: receiver).refusal == "unavailable")
        try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: false)
        #expect(try send(waiting, to: receiver).acknowledgement != nil)
        #expect(try folder.text(of: "logs/lines").contains(#""number":5,"#))
    }

    @Test("a database that is deleted is begun anew, so that what is acknowledged stands in a file")
    func deletedDatabase() throws {
        let receiver = try receiver()
        _ = try send(sender.batch(2, [1]), to: receiver)
        try FileManager.default.removeItem(atPath: path)
        #expect(try send(sender.batch(4, [3]), to: receiver).acknowledgement != nil)
        #expect(try numbers() == [3])
        _ = try send(sender.batch(6, [5]), to: receiver)
        #expect(try numbers() == [3, 5])
    }

    @Test("a batch that is repeated byte for byte is refused, and one that was overtaken, also after a restart")
    func replayed() throws {
        let first = try sender.batch(3, [1, 2], sensors: Sender.description)
        let second = try sender.batch(6, [4, 5])
        var receiver = try receiver()
        #expect(try send(first, to: receiver).acknowledgement != nil)
        #expect(try send(first, to: receiver).refusal == "replayed")
        #expect(try send(second, to: receiver).acknowledgement != nil)
        #expect(try send(first, to: receiver).refusal == "replayed")
        #expect(receiver.tally.refused == [.replayed: 2])
        receiver = try self.receiver()
        for body in [first, second] { #expect(try send(body, to: receiver).refusal == "replayed") }
        #expect(receiver.answer(Sender.post(second)).status == 409)
        #expect(try numbers() == [1, 2, 4, 5])
    }

    @Test("items that come again in a new batch, since the acknowledgement was lost, are counted and written once")
    func duplicates() throws {
        let receiver = try receiver()
        _ = try send(sender.batch(4, [1, 2, 3]), to: receiver)
        let answer = try send(sender.batch(7, [1, 2, 3, 5, 6]), to: receiver)
        #expect(answer.acknowledgement?.duplicates == 3)
        #expect(try numbers() == [1, 2, 3, 5, 6])
        #expect(receiver.tally.duplicates == 3)
        #expect(receiver.tally.items == 5)
    }

    @Test(
        "an agent that lost its queue begins a new epoch: its numbers start again, and nothing of the old one comes back"
    )
    func epochs() throws {
        let receiver = try receiver()
        let old = try sender.batch(101, [100])
        _ = try send(old, to: receiver)
        #expect(try send(sender.batch(2, [1], epoch: 2), to: receiver).acknowledgement?.duplicates == 0)
        #expect(try send(sender.batch(200, [150]), to: receiver).refusal == "replayed")
        #expect(try numbers() == [100, 1])
    }

    @Test("each batch that is not what it should be is refused with its reason, counted, and leaves nothing")
    func refusals() throws {
        let whole = try sender.batch(2, [1])
        let stranger = try Sender()
        let wrongKey = try Sender(KeyLine(agent: sender.agent, key: KeyLine.fresh().key))
        let envelope = try JSONDecoder().decode(Envelope.self, from: Data(whole))
        func sealed(_ text: String) -> [UInt8] { SortedJSON.encode(Envelope(agent: sender.agent, sealed: text)) }
        func batch(_ change: (String) -> String) throws -> [UInt8] {
            let text = try sender.seal.batches.open(envelope.sealed)
            return sender.text(change(String(decoding: text, as: UTF8.self)))
        }
        let longer = try sender.seal.batches.open(Self.sealed(sender.batch(2, 1...20)))
        var middle = Array(envelope.sealed)
        middle[middle.count / 2] = middle[middle.count / 2] == "A" ? "B" : "A"
        let cases: [(name: String, body: [UInt8], reason: ReceiverRefusal)] = [
            ("nothing", [], .truncated), ("half", Array(whole[..<(whole.count / 2)]), .truncated),
            ("no JSON", Array("<html>".utf8), .truncated), ("cut inside", sealed("QUJD"), .truncated),
            ("no base64", sealed("?"), .truncated),
            ("cut at its end", sealed(String(envelope.sealed.prefix(envelope.sealed.count - 8))), .forged),
            ("changed", sealed(String(middle)), .forged), ("wrong key", try wrongKey.batch(2, [1]), .forged),
            ("unknown agent", try stranger.batch(2, [1]), .unknownAgent),
            (
                "in another's name",
                SortedJSON.encode(
                    Envelope(
                        agent: sender.agent,
                        sealed: sender.seal.batches.seal(
                            try stranger.seal.batches.open(Self.sealed(stranger.batch(2, [1])))
                        )
                    )
                ), .forged
            ),
            ("a few bytes that would become too many", sender.sealed(try Sender.bomb()), .oversize),
            ("compressed and cut off", sender.sealed(Array(try Sender.packed(longer).dropLast(5))), .malformed),
            ("an acknowledgement", sealed(sender.seal.acknowledgements.seal([1])), .forged),
            ("another version", try batch { $0.replacing("\"version\":1", with: "\"version\":2") }, .malformed),
            ("a wrong range", try batch { $0.replacing("\"last\":1", with: "\"last\":9") }, .malformed),
            ("reordered items", try sender.batch(9, [2, 1]), .malformed),
            ("the same item twice", try sender.batch(9, [2, 2]), .malformed),
            ("an item above the batch", try sender.batch(2, [2]), .malformed),
            ("too many items", try sender.batch(2000, 1...1001), .malformed),
            ("too many sensors", try sender.batch(2, [1], sensors: Self.descriptions(51)), .malformed),
            ("no epoch", try sender.batch(2, [1], epoch: 0), .malformed),
            ("no sensor's id", try batch { $0.replacing("battery.bat0.level", with: "x") }, .malformed),
            ("neither value nor reason", try batch { $0.replacing(",\"value\":1", with: "") }, .malformed),
            (
                "value and reason",
                try batch { $0.replacing(",\"value\":1", with: ",\"value\":1,\"unavailable\":\"x\"") }, .malformed
            ),
        ]
        let told = Mutex<[ReceiverRefusal: Int]>([:])
        let receiver = try Receiver(
            keys: [sender.line],
            database: path,
            output: .database,
            onRefusal: { refusal, count, _ in told.withLock { $0[refusal] = count } }
        )
        var expected: [ReceiverRefusal: Int] = [:]
        for (name, body, reason) in cases {
            let response = receiver.answer(Sender.post(body))
            #expect(String(decoding: response.body, as: UTF8.self) == #"{"refused":"\#(reason.rawValue)"}"#, "\(name)")
            #expect(response.status >= 400)
            expected[reason, default: 0] += 1
        }
        #expect(receiver.tally.refused == expected)
        #expect(told.withLock { $0 } == expected)
        #expect(receiver.answer(ServerRequest(method: "GET", path: "/")).status == 405)
        #expect(try numbers().isEmpty)
        // The whole one is taken all the same.
        #expect(try send(whole, to: receiver).acknowledgement != nil)
    }

    @Test("a batch of as many items and sensors as the page allows is taken")
    func fullBatch() throws {
        let receiver = try receiver()
        let body = try sender.batch(2000, 1...1000, sensors: Self.descriptions(50))
        #expect(try send(body, to: receiver).acknowledgement != nil)
    }

    private static func descriptions(_ count: Int) -> String {
        "[" + Array(repeating: Sender.description.dropFirst().dropLast(), count: count).joined(separator: ",") + "]"
    }

    private static func sealed(_ body: [UInt8]) throws -> String {
        try JSONDecoder().decode(Envelope.self, from: Data(body)).sealed
    }

    @Test("whatever becomes of a batch on its way, it is taken whole or not at all", arguments: SeededChance.seeds(20))
    func mutations(seed: UInt64) throws {
        var chance = SeededChance(seed: seed)
        let receiver = try receiver()
        let whole = try sender.batch(100, 1...20, sensors: Sender.description)
        for _ in 0..<50 {
            var body = whole
            chance.spoil(&body)
            // A change outside of what is sealed may mean nothing.
            guard try sender.opened(receiver.answer(Sender.post(body))).acknowledgement == nil else { break }
        }
        let count = try numbers().count
        #expect(count == 0 || count == 20)
    }

    @Test("what was compressed is taken like any other, and the acknowledgement is of its JSON")
    func compressed() throws {
        let receiver = try receiver()
        let text = try sender.seal.batches.open(Self.sealed(sender.batch(30, 1...20)))
        let packed = try Sender.packed(text)
        #expect(packed.count < text.count / 4)
        let answer = try send(sender.sealed(packed), to: receiver)
        #expect(answer.acknowledgement?.digest == Digest.sha256(text).hexadecimal)
        #expect(try numbers() == Array(1...20))
    }

    @Test("whatever an agent seals, the receiver goes on, and counts it", arguments: SeededChance.seeds(20))
    func hostileAgent(seed: UInt64) throws {
        var chance = SeededChance(seed: seed)
        let receiver = try receiver()
        let body = try sender.batch(Int64.max, [1, 2, Int64.max - 1], sensors: Sender.description)
        let text = try sender.seal.batches.open(try Self.sealed(body))
        for _ in 0..<50 {
            var spoilt = text
            chance.spoil(&spoilt)
            if chance.happens(50) {
                spoilt = try Sender.packed(spoilt)
                chance.spoil(&spoilt)
            }
            _ = receiver.answer(Sender.post(sender.sealed(spoilt)))
        }
        let tally = receiver.tally
        #expect(tally.batches + tally.refused.values.reduce(0, +) == 50)
        #expect(try numbers().count == tally.items)
    }

    @Test("what can't be written is not acknowledged, and taken when it can be again")
    func cannotWrite() throws {
        let full = try receiver(.lines(path: "/dev/full"))
        let body = try sender.batch(2, [1])
        #expect(full.answer(Sender.post(body)).status == 503)
        #expect(try send(body, to: full).refusal == "unavailable")
        #expect(try send(body, to: try receiver()).acknowledgement != nil)
        #expect(try numbers() == [1])
    }

    @Test("a pipe whose reader stops holds up nothing: what it lacks is refused, and comes in whole lines later")
    func stoppedReader() throws {
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        // Room for one piece of what follows, and no more.
        var buffer = [UInt8](repeating: 0, count: 4096)
        while write(reader, buffer, buffer.count) > 0 {}
        try #require(read(reader, &buffer, buffer.count) == buffer.count)
        let receiver = try receiver(.lines(path: pipe))
        let body = try sender.batch(201, 1...200)
        for _ in 0..<2 { #expect(try send(body, to: receiver).refusal == "unavailable") }
        func taken() -> [UInt8] {
            var taken: [UInt8] = []
            var count = 0
            repeat {
                taken += buffer[..<count]
                count = read(reader, &buffer, buffer.count)
            } while count > 0
            return taken
        }
        let first = taken().drop { $0 == 0 }
        #expect(!first.isEmpty)
        #expect(try send(body, to: receiver).acknowledgement != nil)
        let lines = (first + taken()).split(separator: UInt8(ascii: "\n"))
        struct Line: Decodable {
            struct Item: Decodable {
                var number: Int64
            }
            var item: Item
        }
        let numbers = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0)).item.number }
        #expect(numbers.suffix(200) == Array(1...200))
        #expect(numbers.count > 200)
    }

    @Test("a question whether it is there is answered and changes nothing")
    func question() throws {
        let receiver = try receiver()
        let body = sender.text(
            #"{"version":1,"agent":"\#(sender.agent)","epoch":0,"batch":0,"dropped":0,"sensors":[],"items":[],"challenge":"x"}"#
        )
        for _ in 0..<2 { #expect(try send(body, to: receiver).acknowledgement?.batch == 0) }
        #expect(receiver.tally == Tally())
        // Replayed over many connections it does not hold them.
        #expect(!receiver.answer(Sender.post(body)).earnsTrust)
        #expect(receiver.answer(Sender.post(try sender.batch(2, [1]))).earnsTrust)
    }

    @Test("a database of another program is left as it is, and a key without its agent is refused")
    func badSetUp() throws {
        try Data().write(to: URL(filePath: path))
        let database = try Database(path: path)
        try database.execute("CREATE TABLE recipes (name TEXT)")
        #expect(throws: ReceiverError.notOurs(path: path)) { _ = try receiver() }
        try Data("no database at all, but long enough to be looked at".utf8).write(to: URL(filePath: path + "2"))
        #expect(throws: ReceiverError.notOurs(path: path + "2")) {
            _ = try Receiver(keys: [sender.line], database: path + "2", output: .database)
        }
        #expect(throws: KeyFileError.lacksAgent) {
            _ = try Receiver(
                keys: [KeyLine(agent: nil, key: sender.line.key)],
                database: path + "3",
                output: .database
            )
        }
    }

    @Test("over the wire: a body beyond the bound is refused and counted, and the next one is taken")
    func oversize() async throws {
        let receiver = try receiver()
        let server = try receiver.serve(on: .anyPort)
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        let huge = String(repeating: "x", count: Receiver.longestBody + 1)
        #expect(try client.post(huge).hasSuffix(#"{"refused":"oversize"}"#))
        #expect(receiver.tally.refused == [.oversize: 1])
        let body = String(decoding: try sender.batch(2, [1]), as: UTF8.self)
        #expect(try client.post(body).hasPrefix("HTTP/1.1 200"))
        #expect(try numbers() == [1])
    }
}
