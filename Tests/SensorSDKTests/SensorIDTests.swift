import FoundationEssentials
import SensorSDK
import Testing

@Suite struct SensorIDTests {
    @Test(
        "three plain parts make an id",
        arguments: ["battery.bat0.level", "a.b.c", "_._._", "plugin_weather.system.temp1"]
    )
    func valid(text: String) throws {
        let id = try SensorID(text)
        #expect(id.description == text)
        #expect([id.family, id.thing, id.reading].joined(separator: ".") == text)
        #expect(try SensorID(family: id.family, thing: id.thing, reading: id.reading) == id)
    }

    @Test(
        "a part that is empty is refused",
        arguments: ["", ".", "..", "a..c", ".b.c", "a.b.", "a.b.c."]
    )
    func emptyParts(text: String) {
        #expect(throws: SensorIDError.emptyPart(text)) { try SensorID(text) }
    }

    @Test("fewer or more than three parts are refused", arguments: ["a", "a.b", "a.b.c.d"])
    func threeParts(text: String) {
        #expect(throws: SensorIDError.notThreeParts(text)) { try SensorID(text) }
    }

    @Test(
        "anything but a-z, 0-9 and _ is refused",
        arguments: ["a.B.c", "a.b-c.d", "a.b c.d", "a.ä.c", "a.b.c\n", "a/b.c.d", "a.b.c\0", "a.*.c"]
    )
    func characters(text: String) {
        #expect(throws: SensorIDError.forbiddenCharacter(text)) { try SensorID(text) }
    }

    @Test("a dot inside a part does not make another part out of it")
    func injectedDot() {
        #expect(throws: SensorIDError.notThreeParts("battery.a.b.level")) {
            try SensorID(family: "battery", thing: "a.b", reading: "level")
        }
    }

    @Test("a part has at most 40 characters")
    func lengths() throws {
        let longest = String(repeating: "x", count: 40)
        _ = try SensorID("\(longest).\(longest).\(longest)")
        #expect(throws: SensorIDError.partTooLong("a.b.\(longest)x")) { try SensorID("a.b.\(longest)x") }
    }

    @Test("each error repeats the text and says the rule")
    func errorTexts() {
        for text in ["", "a.b", "a.B.c", "a.b." + String(repeating: "x", count: 41)] {
            do {
                _ = try SensorID(text)
                Issue.record("'\(text)' was taken")
            } catch {
                #expect(error.description.hasPrefix("'\(text)' is no sensor id: "))
            }
        }
    }

    @Test("in JSON an id is its text, and a text that is none is refused")
    func coding() throws {
        let id = try SensorID("battery.bat0.level")
        let json = try JSONEncoder().encode([id])
        #expect(String(decoding: json, as: UTF8.self) == #"["battery.bat0.level"]"#)
        #expect(try JSONDecoder().decode([SensorID].self, from: json) == [id])
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode([SensorID].self, from: Data(#"["battery.bat0"]"#.utf8))
        }
    }

    @Test("ids are listed by the alphabet")
    func order() throws {
        let ids = try ["network.a.b", "battery.b.a", "battery.a.b"].map { try SensorID($0) }
        #expect(ids.sorted().map(\.description) == ["battery.a.b", "battery.b.a", "network.a.b"])
    }
}
