import SensorSDK
import Testing

@Suite struct PluginIDTests {
    private func resolved(_ text: String) throws -> String {
        try PluginID(text).resolved(family: "plugin_x") { "h\($0.utf8.count)" }.description
    }

    @Test("what is in braces gets digits of the host's, and nothing of it is left")
    func secrets() throws {
        #expect(try resolved("outside.temperature") == "plugin_x.outside.temperature")
        #expect(try resolved("disk_{S4EV}.temp1") == "plugin_x.disk_h4.temp1")
        #expect(try resolved("{a.b}.x") == "plugin_x.h3.x")
        #expect(try resolved(#"{a\}\\}.x"#) == "plugin_x.h3.x")
    }

    @Test(
        "an id of another family, without two parts, or with a brace that is not closed is refused",
        arguments: ["battery.bat0.level", "level", "", "a.{b", "a.{}", "a.b.{c}"]
    )
    func refused(_ text: String) {
        #expect(throws: PluginLineError.self) { try PluginID(text) }
    }

    @Test("parts that are no parts of an id are refused by name", arguments: ["A.b", "a.b c", "a.", ".b", "a.ü"])
    func badParts(_ text: String) throws {
        #expect(throws: SensorIDError.self) { try resolved(text) }
    }

    @Test("an id is written as it was read")
    func description() throws {
        for text in ["a.b", "disk_{S4EV}.temp1", #"{a\}\\}.x_{y}"#] { #expect(try PluginID(text).description == text) }
    }
}
