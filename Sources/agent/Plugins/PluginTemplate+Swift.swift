extension PluginTemplate {
    /// The modules have names of their own: not each name of a plugin can be a module's, such as `3d`, `class` or `testing`.
    static func package(_ name: String, sdk: String) -> String {
        """
        // swift-tools-version: 6.0

        import PackageDescription

        let package = Package(
            name: "\(name)",
            products: [.executable(name: "\(name)", targets: ["Plugin"])],
            dependencies: [.package(name: "sensor-agent", path: "\(sdk)")],
            targets: [
                .executableTarget(
                    name: "Plugin",
                    dependencies: [.product(name: "SensorSDK", package: "sensor-agent")]
                ),
                .testTarget(
                    name: "PluginTests",
                    dependencies: ["Plugin", .product(name: "SensorSDK", package: "sensor-agent")]
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
                ids.map { Reading($0, outcome(of: $0), at: .now()) }
            }

            private func outcome(of id: SensorID) -> Reading.Outcome {
                guard id == users else { return .unavailable(.notPresent) }
                do {
                    let homes = try FileManager.default.contentsOfDirectory(atPath: "/home")
                    return .value(.integer(Int64(homes.count)))
                } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
                    return .unavailable(.notPresent)
                } catch let error as CocoaError where error.code == .fileReadNoPermission {
                    return .unavailable(.permission)
                } catch {
                    return .unavailable(.inputOutput)
                }
            }
        }

        """
}
