import INI
import Testing

struct INIFileTests {
    @Test("sections, keys and values come with their lines; comments and blank lines do not count as entries")
    func entries() throws {
        let text = """
            # first
            loose = 1

            ; second
            [server home]
            url = https://ha.example:8123
              name=  Living room\u{20}
            """
        #expect(
            try INIFile.entries(of: text) == [
                INIEntry(section: "", key: "loose", value: "1", line: 2),
                INIEntry(section: "server home", key: "url", value: "https://ha.example:8123", line: 6),
                INIEntry(section: "server home", key: "name", value: "Living room", line: 7),
            ]
        )
    }

    @Test("a value keeps what looks like a comment, an equals sign, quotes and any script")
    func values() throws {
        let text = "command = /bin/x -a 'b;c' #d = \"e\" ; f\nname = Küche 温度\nempty =\n"
        #expect(
            try INIFile.entries(of: text).map(\.value) == ["/bin/x -a 'b;c' #d = \"e\" ; f", "Küche 温度", ""]
        )
    }

    @Test("an indented line and a repeated key are entries of their own")
    func repeated() throws {
        let text = "[a]\nsensor = one\n    sensor = two\n"
        #expect(try INIFile.entries(of: text).map(\.value) == ["one", "two"])
    }

    @Test("a file of another system, with a byte order mark and CR LF, reads the same")
    func foreignEnds() throws {
        #expect(
            try INIFile.entries(of: "\u{FEFF}[a]\r\nb = c\r\n") == [
                INIEntry(section: "a", key: "b", value: "c", line: 2)
            ]
        )
    }

    @Test(
        "what can't be taken is refused with its line",
        arguments: [
            ("[a]\nb = c\nnonsense\n", INIError.notUnderstood(line: 3)),
            ("[a\nb = c\n", .notUnderstood(line: 1)),
            ("b = c\n\0d = e\n", .notText(line: 2)),
            ("\n[\(String(repeating: "s", count: 49))]\n", .sectionTooLong(line: 2)),
            ("a = 1\nb = \(String(repeating: "x", count: 8200))\n", .lineTooLong(line: 2)),
        ]
    )
    func refused(text: String, error: INIError) {
        #expect(throws: error) { try INIFile.entries(of: text) }
    }

    @Test("the longest line and the longest section are taken whole")
    func longest() throws {
        let section = String(repeating: "s", count: 48)
        let value = String(repeating: "x", count: 8192 - 4)
        let entry = try #require(try INIFile.entries(of: "[\(section)]\nk = \(value)\n").first)
        #expect(entry.section == section)
        #expect(entry.value == value)
    }

    @Test("an unknown key is refused with its line and the keys that there are")
    func unknownKey() throws {
        let keys = [INIKey("interval", "SECONDS", help: "how often"), INIKey("env.*", "VALUE", help: "environment")]
        try keys.check(INIEntry(section: "", key: "env.HOME", value: "x", line: 1))
        let error = #expect(throws: INIError.self) {
            try keys.check(INIEntry(section: "", key: "intervall", value: "1", line: 7))
        }
        #expect("\(try #require(error))" == "line 7: the key 'intervall' is not known here; there are interval, env.*")
    }

    @Test("any bytes are read or refused, and never more than a text holds")
    func anyBytes() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("[]=;#\n\r\t \\'\"ab\0é".unicodeScalars)
        for _ in 0..<2000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...60, using: &generator) {
                text.append(alphabet.randomElement(using: &generator) ?? "a")
            }
            // Either is an answer; what counts is that it comes.
            let entries = (try? INIFile.entries(of: String(text))) ?? []
            #expect(entries.count <= text.count)
        }
    }
}
