extension HouseRule {
    static let topLevelNames: Set = [
        "Package.swift", "Sources", "Plugins", "Tests", "packaging", "README.md", "LICENSE", "CONTRIBUTING.md",
    ]

    /// What a file holds and where it is.
    static let form: [HouseRule] = [
        HouseRule(
            "a file holds one type and has its name; X+Y.swift holds only extensions",
            bad: [
                "Sources/Store/A.swift": "struct B {}",
                "Sources/Store/B.swift": "package struct B {}\nenum C {}",
                "Sources/Store/C+More.swift": "extension C {}\nfinal class D {}",
                "Tests/StoreTests/E.swift": "@Suite(.world { $0.log = 1 }) struct ETests {}",
                "Plugins/Battery/F.swift": "package actor G {\n    struct F {}\n}",
            ],
            good: [
                "Sources/Store/A.swift": "package struct A { struct B {} }\nprivate enum C {}\nextension A {}",
                "Sources/Store/A+More.swift": "extension A { struct B {} }\nfileprivate class C {}",
                "Tests/StoreTests/ATests.swift": "@Suite(.world()) struct ATests {}",
                "Sources/Store/main.swift": "// struct B {}\nlet a = \"struct C {}\"",
                "Sources/Shared/Enum.swift": "indirect enum `Enum` {}",
            ]
        ) { file in
            file.types.filter { $0.name != file.name }.map(\.line)
        },
        HouseRule(
            "every package protocol is documented",
            bad: [
                "Sources/Shared/A.swift": "import B\n\npackage protocol A {}",
                "Sources/Store/A.swift": "// Not a documentation.\npackage protocol A {}",
            ],
            good: [
                "Sources/Shared/A.swift": "/// What it is.\n@MainActor\npackage protocol A {}",
                "Sources/Store/B.swift": "protocol B {}",
            ]
        ) { file in
            file.types.filter { $0.isProtocol && $0.isPackageWide }.map(\.line).filter { line in
                let above = file.lines[..<(line - 1)].last { !$0.drop(while: \.isWhitespace).hasPrefix("@") }
                return above?.drop(while: \.isWhitespace).hasPrefix("///") != true
            }
        },
        HouseRule(
            "the top of the repository holds exactly what belongs there",
            bad: [
                SourceTree([:], topLevelNames: topLevelNames.union(["docs"])),
                SourceTree([:], topLevelNames: topLevelNames.subtracting(["LICENSE"])),
            ],
            good: [SourceTree([:], topLevelNames: topLevelNames.union([".ci", ".build"]))]
        ) { tree in
            let names = tree.topLevelNames.filter { !$0.hasPrefix(".") }
            return names.subtracting(topLevelNames).sorted().map { "\($0): does not belong at the top" }
                + topLevelNames.subtracting(names).sorted().map { "\($0): is missing at the top" }
        },
    ]
}
