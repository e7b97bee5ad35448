extension PluginTemplate {
    static func package(_ name: String, sdk: String) -> String {
        """
        // swift-tools-version: 6.0

        import PackageDescription

        let package = Package(
            name: "\(name)",
            dependencies: [.package(name: "sensor-agent", path: "\(sdk)")],
            targets: [
                .executableTarget(
                    name: "\(name)",
                    dependencies: [.product(name: "SensorSDK", package: "sensor-agent")]
                ),
                .testTarget(
                    name: "\(name)Tests",
                    dependencies: ["\(name)", .product(name: "SensorSDK", package: "sensor-agent")]
                ),
            ]
        )

        """
    }

    static let swift = """
        import FoundationEssentials
        import SensorSDK

        @main
        struct Plugin: SensorPlugin {
            let users: SensorID

            init(context: ProviderContext) throws {
                users = try context.sensor("example", "users")
            }

            func sensors() async throws -> [Sensor] {
                [try Sensor(id: users, device: "Example", name: "Users with a home", stateClass: .measurement)]
            }

            func read(_ ids: Set<SensorID>) async -> [Reading] {
                ids.map { id in
                    guard id == users, let homes = try? FileManager.default.contentsOfDirectory(atPath: "/home") else {
                        return Reading(id, .unavailable(.notPresent), at: .now())
                    }
                    return Reading(id, .value(.integer(Int64(homes.count))), at: .now())
                }
            }
        }

        """
}
