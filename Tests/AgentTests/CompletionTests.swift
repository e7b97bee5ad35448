import Testing

@testable import agent

@Suite struct CompletionTests {
    /// The words of the table that could stand at the end of a line.
    private func words(_ line: String...) -> [String] {
        let completion = Completion(line)
        return completion.targets.flatMap { target in
            guard case .words(let candidates) = target else { return [String]() }
            return candidates.map(\.word).filter { $0.hasPrefix(completion.current) }
        }
    }

    /// What else is asked for.
    private func kinds(_ line: String...) -> [CompletionKind] {
        Completion(line).targets.compactMap { target in
            guard case .named(let kind) = target else { return nil }
            return kind
        }
    }

    @Test("an empty line offers the commands, and none that is hidden")
    func commands() {
        #expect(words("").contains("status"))
        #expect(words("").contains("sensors"))
        #expect(!words("").contains("complete"))
        #expect(words("sta") == ["status"])
    }

    @Test("a noun offers its verbs, in the singular, too")
    func verbs() {
        #expect(words("sensors", "en") == ["enable"])
        #expect(words("server", "rem") == ["remove"])
    }

    @Test("a command offers its own options and the general ones")
    func options() {
        #expect(words("servers", "add", "--token") == ["--token-file"])
        #expect(
            words("sensors", "sources", "--") == ["--json", "--socket", "--state-dir", "--root", "--verbose", "--help"]
        )
        #expect(words("--vers") == ["--version"])
    }

    @Test("an option's value is completed as what it names")
    func values() {
        #expect(kinds("sensors", "enable", "battery", "--server", "") == [.servers])
        #expect(kinds("servers", "add", "--token-file", "/et") == [.files])
        #expect(kinds("run", "--state-dir", "") == [.folders])
        #expect(kinds("demo", "--for", "") == [.nothing])
    }

    @Test("operands are completed as what they name, as many as the command takes")
    func operands() {
        #expect(kinds("sensors", "enable", "--json", "") == [.patterns])
        #expect(kinds("sensors", "enable", "--server", "home", "battery", "") == [.patterns])
        #expect(kinds("servers", "remove", "") == [.servers])
        #expect(kinds("servers", "remove", "home", "").isEmpty)
        #expect(kinds("servers", "set", "") == [.servers])
        #expect(kinds("plugins", "reset", "") == [.plugins])
        #expect(kinds("plugins", "test", "") == [.files])
        #expect(kinds("sensors", "add", "") == [.families])
        #expect(kinds("apply", "--check", "") == [.files])
        #expect(kinds("servers", "set", "home", "") == [.nothing])
        #expect(kinds("sensors", "enable", "--", "-x") == [.patterns])
    }

    @Test("what was typed already is not offered again")
    func typed() {
        #expect(Completion(["sensors", "enable", "battery", ""]).typed.contains("battery"))
    }
}
