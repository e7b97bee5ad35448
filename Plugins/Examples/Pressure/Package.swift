// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "Pressure",
    dependencies: [.package(name: "sensor-agent", path: "../../..")],
    targets: [
        .executableTarget(
            name: "pressure",
            dependencies: [.product(name: "SensorSDK", package: "sensor-agent")],
            path: "Sources/Pressure"
        )
    ]
)
