// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// A module of ours below `Sources/`.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// A sensor family below `Plugins/`: one folder, one target, written with what a plugin author has, plus the World.
func family(_ name: String) -> Target {
    .target(name: name, dependencies: ["SensorSDK", "Shared"], path: "Plugins/\(name)", swiftSettings: settings)
}

/// One Debian library behind a module map and a shim.
func library(_ name: String, pkgConfig: String? = nil, package: String) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/CLibraries/\(name)",
        pkgConfig: pkgConfig,
        providers: [.apt([package])]
    )
}

/// - Parameter exclude: Folders with files that tests read, beside the sources.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: ["SensorSDK", "Shared", "TestSupport"] + dependencies,
        path: "Tests/\(name)Tests",
        exclude: exclude,
        swiftSettings: settings
    )
}

let package = Package(
    name: "sensor-agent",
    products: [
        .executable(name: "agent", targets: ["agent"]),
        .library(name: "SensorSDK", targets: ["SensorSDK"]),
    ],
    targets: [
        library("CUdev", pkgConfig: "libudev", package: "libudev-dev"),
        library("CSensors", package: "libsensors-dev"),
        library("CMnl", pkgConfig: "libmnl", package: "libmnl-dev"),
        library("CCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
        library("CSodium", pkgConfig: "libsodium", package: "libsodium-dev"),
        library("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        library("CMicroHTTPD", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
        library("CSystemd", pkgConfig: "libsystemd", package: "libsystemd-dev"),
        library("CINIH", pkgConfig: "inih", package: "libinih-dev"),
        library("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
        library("CLinux", package: "libc6-dev"),
        library("CUmockdev", pkgConfig: "umockdev-1.0", package: "libumockdev-dev"),

        module("SensorSDK"),
        module("Shared", ["SensorSDK"]),

        module("Sealing", ["Shared", "CSodium"]),
        module("SQLite", ["Shared", "CSQLite"]),
        module("HTTPServer", ["Shared", "CMicroHTTPD"]),
        module("INI", ["Shared", "CINIH"]),
        module("Compression", ["CZlib"]),

        family("Battery"),
        family("Thermal"),
        family("Storage"),
        family("Network"),
        family("DeviceEvents"),
        family("System"),
        module("Live", ["SensorSDK", "Shared", "CLinux", "CUdev", "CSensors", "CCurl", "CSystemd", "CMnl"]),
        module("Demo", ["SensorSDK", "Shared"]),
        module("Store", ["SensorSDK", "Shared", "SQLite", "Sealing"]),
        module("HomeAssistant", ["SensorSDK", "Shared", "Sealing", "Compression"]),
        module("Webhook", ["SensorSDK", "Shared", "Sealing", "Compression"]),
        module("PluginHost", ["SensorSDK", "Shared", "INI"]),

        module("FakeHomeAssistant", ["SensorSDK", "Shared", "Sealing", "HTTPServer", "HomeAssistant"]),
        module(
            "WebhookReceiver",
            ["SensorSDK", "Shared", "Sealing", "SQLite", "HTTPServer", "Webhook"]
        ),
        module("Daemon", ["SensorSDK", "Shared", "Store"]),

        .executableTarget(
            name: "agent",
            dependencies: [
                "SensorSDK", "Shared", "Sealing", "Battery", "Thermal", "Storage", "Network", "DeviceEvents",
                "System", "Live", "Demo", "Store", "HomeAssistant", "Webhook", "WebhookReceiver", "INI", "PluginHost",
                "FakeHomeAssistant", "Daemon",
            ],
            swiftSettings: settings
        ),

        .executableTarget(
            name: "torture",
            dependencies: [
                "SensorSDK", "Shared", "Sealing", "SQLite", "HTTPServer", "CLinux", "CSQLite", "Live", "HomeAssistant",
                "Webhook", "FakeHomeAssistant", "WebhookReceiver", "Daemon",
            ],
            path: "Tests/Torture",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "uploader-benchmark",
            dependencies: [
                "SensorSDK", "Shared", "Sealing", "HTTPServer", "Live", "HomeAssistant", "Store", "Daemon",
            ],
            path: "Tests/Benchmarks/Uploader",
            swiftSettings: settings
        ),
        .testTarget(
            name: "TestSupport",
            dependencies: ["SensorSDK", "Shared", "Sealing", "CUmockdev"],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        tests("SensorSDK", []),
        tests("Shared", []),
        tests("Sealing", ["Sealing"]),
        tests("SQLite", ["SQLite"]),
        tests("HTTPServer", ["HTTPServer"]),
        tests("INI", ["INI"]),
        tests("Compression", ["Compression"]),
        tests("Battery", ["Battery"]),
        tests("Thermal", ["Thermal", "Live"]),
        tests("Storage", ["Storage"]),
        tests("Network", ["Network", "Live"]),
        tests("DeviceEvents", ["DeviceEvents", "Live"]),
        tests("System", ["System"]),
        tests("Live", ["Live", "HTTPServer"], exclude: ["peer.py"]),
        tests("Fixture", ["Battery", "Thermal", "Storage", "Network", "DeviceEvents", "Live"]),
        tests("Property", ["Battery", "Thermal", "Storage", "Network", "DeviceEvents", "System"]),
        tests("Demo", ["Demo"]),
        .target(name: "CDiskCalls", path: "Tests/CDiskCalls"),
        tests("Store", ["Store", "SQLite", "Sealing", "CDiskCalls"], exclude: ["Fixtures"]),
        tests("HomeAssistant", ["HomeAssistant", "Sealing", "Live"], exclude: ["Golden"]),
        tests("FakeHomeAssistant", ["FakeHomeAssistant", "HomeAssistant", "HTTPServer", "Sealing", "Live"]),
        tests("Webhook", ["Webhook", "Sealing"]),
        tests("WebhookReceiver", ["WebhookReceiver", "Webhook", "Sealing", "SQLite", "HTTPServer", "Compression"]),
        tests("PluginHost", ["PluginHost", "INI", "Live", "Sealing"]),
        tests(
            "Daemon",
            [
                "Daemon", "Store", "HomeAssistant", "Webhook", "WebhookReceiver", "FakeHomeAssistant", "Live",
                "HTTPServer",
                "SQLite",
            ]
        ),
        tests(
            "Agent",
            [
                "agent", "INI", "Daemon", "Store", "HomeAssistant", "FakeHomeAssistant", "Demo", "Live", "Webhook",
                "Sealing", "SQLite",
            ]
        ),
        tests("Mounts", ["Storage", "Live"], exclude: ["faultfs.py"]),
        tests("HouseRules", []),
    ]
)
