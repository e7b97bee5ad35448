// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "FailedUnits",
    // Elsewhere than in the clone: "/usr/share/sensor-agent/sdk".
    dependencies: [.package(name: "sensor-agent", path: "../../..")],
    targets: [
        .systemLibrary(name: "CBus", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .executableTarget(
            name: "failed_units",
            dependencies: [.product(name: "SensorSDK", package: "sensor-agent"), "CBus"],
            path: "Sources/FailedUnits"
        ),
    ]
)
