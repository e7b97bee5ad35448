// swift-tools-version: 6.2

// The plugin author's part of sensor-agent alone; packaging/stage-sdk puts it beside its sources.

import PackageDescription

let package = Package(
    name: "sensor-agent",
    products: [.library(name: "SensorSDK", targets: ["SensorSDK"])],
    targets: [
        .target(
            name: "SensorSDK",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]
        )
    ]
)
