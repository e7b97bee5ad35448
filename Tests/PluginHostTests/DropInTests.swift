import Testing

@testable import PluginHost

/// How a command in a drop-in becomes words.
@Suite struct DropInTests {
    @Test(
        "quotes keep blanks, whatever follows them",
        arguments: [
            ("/a 'b c'  d", ["/a", "b c", "d"]), ("/a ''", ["/a", ""]), ("/a \"'\"'\"'", ["/a", "'\""]),
            ("/a '\u{301}b c'\u{308} d", ["/a", "\u{301}b c\u{308}", "d"]),
            ("/a\tb \u{301}c", ["/a", "b", "\u{301}c"]),
        ]
    )
    func words(_ text: String, _ words: [String]) throws {
        #expect(try DropIn("kind = nagios\ncommand = \(text)").command == words)
    }
}
