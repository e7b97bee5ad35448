import Shared
import Testing

@Suite struct PrintableTests {
    @Test(
        "what steers a terminal or hides text is taken out",
        arguments: [
            ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
            ("\u{1B}]0;title\u{7}x", "]0;titlex"),
            ("a\u{9B}31mb", "a31mb"),
            ("a\u{0}b\u{8}c\u{7F}", "abc"),
            ("abc\u{202E}gpj.exe", "abcgpj.exe"),
            ("a\u{2066}b\u{2069}\u{200F}", "ab"),
            ("a\u{200B}b\u{200D}c\u{FEFF}d\u{2060}", "abcd"),
            ("a\u{AD}b", "ab"),
            ("a\u{E0041}\u{E007F}b", "ab"),
            ("a\u{E000}\u{F0000}b", "ab"),
            ("a\u{FFFF}b", "ab"),
        ]
    )
    func removed(text: String, expected: String) {
        #expect(text.printable() == expected)
    }

    @Test(
        "a text stays one line",
        arguments: [("a\nb", "a b"), ("a\r\nb", "a  b"), ("a\tb", "a b"), ("a\u{2028}b\u{2029}c", "a b c")]
    )
    func oneLine(text: String, expected: String) {
        #expect(text.printable() == expected)
    }

    @Test("ordinary text of any language stays as it is", arguments: ["", "Lüfter 1 (°C)", "Датчик", "温度", "e\u{301}"])
    func unchanged(text: String) {
        #expect(Array(text.printable().unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test("a text that fits is not cut, one that does not ends with an ellipsis and fits")
    func length() {
        #expect("abcde".printable(limit: 5) == "abcde")
        #expect("abcdef".printable(limit: 5) == "abcd…")
        let long = String(repeating: "ä", count: 1000)
        #expect(long.printable().unicodeScalars.count == 255)
        #expect(long.printable().hasSuffix("ä…"))
    }

    @Test("characters that are taken out don't count")
    func removedDoNotCount() {
        #expect(("\u{200B}\u{1B}" + "abcde").printable(limit: 5) == "abcde")
    }

    @Test("a cut never falls inside of what people see as one character")
    func clusters() {
        let accented = "abc" + "e\u{301}\u{302}" + "fgh"
        #expect(accented.printable(limit: 5) == "abc…")
        let flags = "\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}"
        #expect(flags.printable(limit: 3) == "\u{1F1E9}\u{1F1EA}…")
    }

    @Test("one character with marks without end does not get past the limit")
    func endlessMarks() {
        let text = "a" + String(repeating: "\u{301}", count: 5000)
        #expect(text.printable(limit: 50).unicodeScalars.count <= 50)
    }
}
