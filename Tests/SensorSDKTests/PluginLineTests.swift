import FoundationEssentials
import SensorSDK
import Testing

@Suite struct PluginLineTests {
    @Test(
        "a line that is no JSON is refused with the column where it stops being one",
        arguments: [
            ("Ping ok", 1), (#"{"answer":"bye"} x"#, 18), (#"{"answer":bye}"#, 11), (#"{"answer":"bye""#, 16),
            (#"{"a":1,}"#, 8), ("[1 2]", 4), (#"{"a":01}"#, 7), (#""\x""#, 3), ("-", 2), ("nul", 4), ("1.", 3),
            ("1e+", 4),
            (#""\u00g0""#, 6), ("\"\u{1}\"", 2), (String(repeating: "[", count: 17), 17), ("{\"a\" 1}", 6),
        ]
    )
    func column(_ text: String, _ column: Int) {
        #expect(throws: PluginLineError.notJSON(column: column)) {
            try PluginLine.decode(PluginMessage.self, from: Array(text.utf8))
        }
    }

    @Test("nothing that the toolchain's decoder refuses is taken for JSON", arguments: 0..<2000)
    func agreesWithDecoder(_ seed: UInt64) {
        struct Anything: Decodable { init(from decoder: any Decoder) {} }
        var generator = SeededGenerator(state: seed)
        let alphabet = Array(#"{}[]",:\ 0123456789-+.eEtrufalsna"#.utf8)
        var text = Array(
            #"{"push":"readings","readings":[{"id":"a.b","value":-1.5e3},{"x":[true,null,"\u00e9"]}]}"#.utf8
        )
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0..<text.count, using: &generator)
            text[place] = alphabet.randomElement(using: &generator) ?? 0
        }
        let decoded = Result { try JSONDecoder().decode(Anything.self, from: Data(text)) }
        let isDecoded = if case .success = decoded { true } else { false }
        var isJSON = true
        do throws(PluginLineError) {
            _ = try PluginLine.decode(Anything.self, from: text)
        } catch {
            if case .notJSON = error { isJSON = false }
        }
        #expect(!isJSON || isDecoded, "\(String(decoding: text, as: UTF8.self))")
    }

    @Test("JSON that is no message says what is missing or not known")
    func notAMessage() {
        func refusal(_ text: String) -> String? {
            do {
                _ = try PluginLine.decode(PluginMessage.self, from: Array(text.utf8))
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(refusal("{}")?.contains("'answer' is missing") == true)
        #expect(refusal(#"{"answer":"helo"}"#)?.contains("'helo' is not known") == true)
        #expect(refusal(#"{"answer":"list"}"#)?.contains("'sensors' is missing") == true)
        #expect(refusal(#"{"answer":"hello","protocol":"1"}"#)?.contains("protocol") == true)
    }

    @Test("a bad item of ten costs only itself, and its place is told")
    func oneOfTen() throws {
        let good = (1...9).map { #"{"id":"a.r\#($0)","value":\#($0)}"# }
        let line = #"{"answer":"read","readings":[\#((good + ["{\"id\":7}"]).joined(separator: ","))]}"#
        guard case .read(let items) = try PluginLine.decode(PluginMessage.self, from: Array(line.utf8)) else {
            Issue.record("not an answer to read")
            return
        }
        #expect(items.items.count == 9)
        #expect(items.faults.count == 1)
        #expect(items.faults.first?.hasPrefix("item 10: ") == true)
    }

    @Test("numbers keep their kind: whole ones all 64 bits, true is no 1, text is no number")
    func values() throws {
        let line =
            #"{"answer":"read","readings":[{"id":"a.a","value":9223372036854775807},{"id":"a.b","value":true},"#
            + #"{"id":"a.c","value":"7"},{"id":"a.d","value":0.5}]}"#
        guard case .read(let items) = try PluginLine.decode(PluginMessage.self, from: Array(line.utf8)) else { return }
        #expect(items.items.map(\.value) == [.integer(.max), .flag(true), .text("7"), .number(0.5)])
    }

    @Test("every request and every message comes back as it was sent")
    func roundTrip() throws {
        let requests: [PluginRequest] = [
            .hello(.init(agent: "0.1", family: "plugin_x", sources: ["/a"])), .list, .read(["a.b"]), .watch([]),
            .health,
            .bye, .other("later"),
        ]
        for request in requests {
            #expect(try PluginLine.decode(from: PluginLine.encode(request)) == request)
        }
        let reading = PluginReading(id: "a.b", value: .number(1.5), attributes: ["x": .text("y")])
        let messages: [PluginMessage] = [
            .hello(.init(name: "X", pluginVersion: "2", mode: .once)),
            .list(PluginItems([PluginSensor(id: "a.b", name: "n")])),
            .read(PluginItems([reading])), .watch, .health("fine"), .bye, .error("no"),
            .readings(PluginItems([reading])),
            .readAgain(nil), .readAgain(["a.b"]), .listAgain,
            .happened(PluginEvent(sensor: "a.b", action: .added, name: "stick")),
        ]
        for message in messages {
            #expect(try PluginLine.decode(from: PluginLine.encode(message)) == message)
        }
    }

    @Test("a number that JSON does not know is not sent, nor is a line over the limit")
    func encodeRefuses() {
        let bad = PluginMessage.read(PluginItems([PluginReading(id: "a.b", value: .number(.nan))]))
        #expect(throws: PluginLineError.self) { try PluginLine.encode(bad) }
        let long = PluginMessage.error(String(repeating: "x", count: PluginProtocol.longestLine))
        #expect(throws: PluginLineError.tooLong) { try PluginLine.encode(long) }
    }
}
