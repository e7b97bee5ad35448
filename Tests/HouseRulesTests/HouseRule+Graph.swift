extension HouseRule {
    private static let families = ["Battery", "Thermal", "Storage", "Network", "DeviceEvents", "System"]

    /// Height of each module: arrows only go down, and neighbours don't import each other.
    private static let heights: [String: Int] = {
        let floors = [
            ["SensorSDK"],
            ["Shared"],
            ["Sealing", "SQLite", "HTTPServer", "INI", "Compression"],
            families + ["Examples", "Live", "Demo", "Store", "HomeAssistant", "Webhook", "PluginHost"],
            ["FakeHomeAssistant", "WebhookReceiver", "Daemon"],
            ["agent"],
        ]
        var heights: [String: Int] = [:]
        for (height, floor) in floors.enumerated() {
            for module in floor { heights[module] = height }
        }
        return heights
    }()

    /// Modules that may import less than what is below them.
    private static let narrower: [String: Set<String>] = {
        var result = Dictionary(uniqueKeysWithValues: families.map { ($0, Set(["SensorSDK", "Shared"])) })
        // They are packages of their own, which have the SDK and nothing else of ours.
        result["Examples"] = ["SensorSDK"]
        result["Daemon"] = ["SensorSDK", "Shared", "Store"]
        return result
    }()

    /// What comes with Swift and may be used everywhere.
    private static let toolchain: Set = ["FoundationEssentials", "Synchronization", "Dispatch", "Glibc"]

    /// Who imports whom.
    static let graph: [HouseRule] = [
        HouseRule(
            "imports only go down the arrows of the design",
            bad: [
                "Sources/Shared/A.swift": "import Store",
                "Sources/Demo/A.swift": "import Live",
                "Plugins/Battery/A.swift": "import Thermal",
                "Sources/Daemon/A.swift": "package import HomeAssistant",
                "Sources/Newcomer/A.swift": "import Shared",
                "Plugins/Examples/A/Sources/A.swift": "import Shared",
            ],
            good: [
                "Sources/Demo/A.swift": "package import Shared\nimport SensorSDK\nimport Glibc",
                "Sources/agent/A.swift": "import Battery\nimport Daemon\nimport Live",
                "Sources/Daemon/A.swift": "import Store",
                "Tests/DemoTests/A.swift": "import Live",
            ]
        ) { file in
            guard file.root != "Tests" else { return [] }
            guard let height = heights[file.module] else { return [1] }
            return file.imports.filter { found in
                guard let other = heights[found.module] else { return false }
                return !(narrower[file.module]?.contains(found.module) ?? (other < height))
            }.map(\.line)
        },
        HouseRule(
            "a family imports only SensorSDK, Shared and the toolchain",
            bad: [
                "Plugins/Battery/A.swift": "import CSensors",
                "Plugins/Network/A.swift": "import Sealing",
            ],
            good: ["Plugins/Battery/A.swift": "package import SensorSDK\nimport Shared\nimport FoundationEssentials"]
        ) { file in
            guard file.root == "Plugins", families.contains(file.module) else { return [] }
            return file.imports.filter {
                !toolchain.contains($0.module) && $0.module != "SensorSDK" && $0.module != "Shared"
            }.map(\.line)
        },
        HouseRule(
            "no C library shows in an interface",
            bad: [
                SourceTree(["Sources/Live/A.swift": "package import CUdev"], libraries: ["CUdev"]),
                SourceTree(["Sources/SQLite/A.swift": "public import CSQLite"], libraries: ["CSQLite"]),
            ],
            good: [SourceTree(["Sources/Live/A.swift": "import CUdev"], libraries: ["CUdev"])]
        ) { tree in
            tree.files.flatMap { file in
                file.imports.filter { $0.isShown && tree.libraries.contains($0.module) }
                    .map { "\(file.path):\($0.line): \($0.module) shows in the interface" }
            }
        },
        HouseRule(
            "each C library is imported by exactly one module, or by tests alone",
            bad: [
                SourceTree(
                    ["Sources/Live/A.swift": "import CCurl", "Sources/agent/A.swift": "import CCurl"],
                    libraries: ["CCurl"]
                ),
                SourceTree(["Sources/Live/A.swift": "import Shared"], libraries: ["CUdev"]),
            ],
            good: [
                SourceTree(
                    [
                        "Sources/Live/A.swift": "import CUdev", "Sources/Live/B.swift": "import CUdev",
                        "Tests/LiveTests/A.swift": "import CUmockdev", "Tests/ThermalTests/A.swift": "import CUmockdev",
                    ],
                    libraries: ["CUdev", "CUmockdev"]
                )
            ]
        ) { tree in
            tree.libraries.sorted().compactMap { library in
                let files = tree.files.filter { $0.imports.contains { $0.module == library } }
                let modules = Set(files.filter { $0.root != "Tests" }.map(\.module)).sorted()
                if files.isEmpty { return "\(library): imported by nobody" }
                return modules.count > 1 ? "\(library): imported by \(modules.joined(separator: ", "))" : nil
            }
        },
    ]
}
