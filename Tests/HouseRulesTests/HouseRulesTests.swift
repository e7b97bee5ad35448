import Testing

@Suite struct HouseRulesTests {
    /// Read once, since each rule looks at all of it.
    private static let repository = Result { try SourceTree.repository() }

    @Test("the repository keeps the rule", arguments: HouseRule.all)
    func repository(keeps rule: HouseRule) throws {
        let breaches = rule.breaches(try Self.repository.get())
        #expect(breaches.isEmpty, "\(breaches.joined(separator: "\n"))")
    }

    @Test("the rule finds each breach that was planted", arguments: HouseRule.all)
    func planted(rule: HouseRule) {
        #expect(!rule.bad.isEmpty)
        for tree in rule.bad {
            #expect(!rule.breaches(tree).isEmpty, "\(tree.files.map { ($0.path, $0.lines) })")
        }
    }

    @Test("the rule lets pass what only looks like a breach", arguments: HouseRule.all)
    func innocent(rule: HouseRule) {
        #expect(!rule.good.isEmpty)
        for tree in rule.good {
            #expect(rule.breaches(tree).isEmpty, "\(tree.files.map { ($0.path, $0.lines) })")
        }
    }

    @Test("the rules look at the whole repository")
    func wholeRepository() throws {
        let tree = try Self.repository.get()
        for path in ["Sources/Shared/World/World.swift", "Plugins/Battery/BatteryProvider.swift"] {
            #expect(tree.files.contains { $0.path == path })
        }
        #expect(tree.files.contains { $0.path.hasPrefix("Tests/HouseRulesTests/") })
        #expect(tree.libraries.contains("CUdev"))
    }

    @Test(
        "code is told from comments and strings",
        arguments: [
            ("a // b", "a     "),
            ("a /* b /* c */ d */ e", "a                   e"),
            ("\"a \\\"b\" c", "        c"),
            ("#\"a \"b\\(\"# c", "           c"),
            ("\"\"\"\na \" b\n\"\"\" c", "   \n     \n    c"),
            ("\"\\(f(\"x)\")) y\" z", "               z"),
        ]
    )
    func scanner(text: String, code: String) {
        #expect(SwiftText.withoutCommentsAndStrings(text).joined(separator: "\n") == code)
    }
}
