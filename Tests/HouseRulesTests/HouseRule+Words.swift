extension HouseRule {
    private static let unsafeModules = ["Live", "Sealing", "SQLite", "HTTPServer"]

    /// Words that must not stand in the code, or only in some places.
    static let words: [HouseRule] = [
        HouseRule(
            "only FoundationEssentials is imported, never Foundation",
            bad: [
                "Sources/Store/A.swift": "import Foundation",
                "Tests/StoreTests/A.swift": "package import FoundationNetworking",
                "Plugins/Battery/A.swift": "@preconcurrency import struct Foundation.Date",
            ],
            good: ["Sources/Store/A.swift": "import FoundationEssentials\n// import Foundation is forbidden"]
        ) { file in
            let forbidden = ["Foundation", "FoundationNetworking", "FoundationXML", "FoundationInternationalization"]
            return file.imports.filter { forbidden.contains($0.module) }.map(\.line)
        },
        HouseRule(
            "String(format:) is not used",
            bad: ["Sources/Store/A.swift": "let a = String(format: \"%d\", 1)"],
            good: ["Sources/Store/A.swift": "let a = String(describing: 1) // String(format: …)"]
        ) { $0.lines(with: "String(format:", "String.init(format:") },
        HouseRule(
            "Task.detached is not used: it does not inherit a test's world",
            bad: ["Tests/StoreTests/A.swift": "let a = Task.detached { 1 }"],
            good: ["Sources/Store/A.swift": "/// `Task.detached` is not used.\nlet a = Task { 1 }"]
        ) { $0.lines(with: "Task.detached") },
        HouseRule(
            "only commands print",
            bad: [
                "Sources/Store/A.swift": "func a() { print(1) }",
                "Plugins/Battery/A.swift": "func a() { Swift.print(1) }",
                "Sources/Daemon/A.swift": "func a() { dump(self) }",
            ],
            good: [
                "Sources/agent/Commands/A.swift": "print(1)",
                "Sources/Store/A.swift": "let a = fingerprint(1) + \"print(1)\" // print(1)",
                "Tests/SharedTests/A.swift": "print(secret, to: &text)",
            ]
        ) { file in
            guard file.root != "Tests", file.module != "agent" else { return [] }
            return file.lines(with: "print(", "debugPrint(", "dump(")
        },
        HouseRule(
            "only programs put their process into a world: agent, the one that kills it, and the one that times it",
            bad: [
                "Sources/Daemon/A.swift": "World.bootstrap(.demo())",
                "Tests/DaemonTests/A.swift": "World.bootstrap(world)",
            ],
            good: [
                "Sources/agent/main.swift": "World.bootstrap(.live())",
                "Tests/Torture/A.swift": "World.bootstrap(.live())",
                "Tests/Benchmarks/Uploader/A.swift": "World.bootstrap(.live())",
                "Sources/Shared/World/A.swift": "/// ``World.bootstrap(_:)``\nfunc bootstrap() {}",
            ]
        ) { file in
            let isProgram =
                file.root == "Sources" && file.module == "agent"
                || ["Tests/Torture/", "Tests/Benchmarks/"].contains { file.path.hasPrefix($0) }
            return isProgram ? [] : file.lines(with: "World.bootstrap(")
        },
        HouseRule(
            "@testable is only in Tests",
            bad: ["Sources/Demo/A.swift": "@testable import Shared"],
            good: ["Tests/DemoTests/A.swift": "@testable import Shared"]
        ) { $0.root == "Tests" ? [] : $0.lines(with: "@testable") },
        HouseRule(
            "@unchecked Sendable and nonisolated(unsafe) stand only over a C library, and a comment above says why",
            bad: [
                "Sources/Store/A.swift": "// guarded by a queue\nfinal class A: @unchecked Sendable {}",
                "Sources/Live/A.swift": "import CUdev\n\nfinal class A: @unchecked Sendable {}",
                "Sources/SQLite/A.swift": "nonisolated(unsafe) var a = 1",
                "Tests/LiveTests/A.swift": "// why\nnonisolated(unsafe) var a = 1",
            ],
            good: [
                "Sources/Live/A.swift": "// One queue makes all calls.\nfinal class A: @unchecked Sendable {}",
                "Sources/Store/A.swift": "final class A: Sendable {}",
            ]
        ) { file in
            file.lines(with: "@unchecked Sendable", "nonisolated(unsafe)").filter { line in
                let above = file.lines[max(0, line - 4)..<(line - 1)]
                let isExplained = above.contains { $0.contains("//") }
                return file.root != "Sources" || !unsafeModules.contains(file.module) || !isExplained
            }
        },
        HouseRule(
            "public is a word of SensorSDK alone",
            bad: [
                "Sources/Shared/A.swift": "public struct A {}",
                "Plugins/Battery/A.swift": "public import SensorSDK",
            ],
            good: [
                "Sources/SensorSDK/A.swift": "public struct A {}",
                "Tests/Fuzz/A.swift": "@_cdecl(\"LLVMFuzzerTestOneInput\") public func fuzz() {}",
                "Sources/Shared/A.swift": "package struct A { let publicName = \"public\" }",
            ]
        ) { file in
            // The fuzzer's library looks for its function among the exported ones.
            let isExporting = file.root == "Sources" && file.module == "SensorSDK" || file.path.hasPrefix("Tests/Fuzz/")
            return isExporting ? [] : file.lines(with: "public")
        },
        HouseRule(
            "what is left to do stands in an issue",
            bad: [
                "Sources/Store/A.swift": "// TO" + "DO: later",
                "Tests/StoreTests/A.swift": "let a = 1 // FIX" + "ME",
            ],
            good: ["Sources/Store/A.swift": "let toDo = 1"]
        ) { file in
            file.lines.indices.filter { index in
                ["TO" + "DO", "FIX" + "ME"].contains { SwiftText.holds(String(file.lines[index]), $0) }
            }.map { $0 + 1 }
        },
    ]
}
