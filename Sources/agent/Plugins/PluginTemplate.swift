/// The files of a new plugin, which works as it is.
struct PluginTemplate {
    struct File {
        var path: String
        var text: String
        var isExecutable = false
    }

    /// Tests are in a folder of their own: all else that is copied into a folder of plugins with the plugin would be taken for one.
    let files: [File]
    /// What its author types next, in order.
    let next: [String]

    /// - Parameters:
    ///   - name: Fits to be the name of a plugin.
    ///   - sdk: Folder of the Swift package `sensor-agent`.
    ///   - isRoot: Whether its author is root.
    init(_ name: String, _ language: PluginLanguage, sdk: String, isRoot: Bool) {
        let test = "agent plugins test" + (isRoot ? " --as-root" : "")
        func install(_ files: String) -> String {
            "\(isRoot ? "" : "sudo ")install -m 0755 -t /etc/sensor-agent/plugins \(files)"
        }
        switch language {
        case .shell:
            files = [
                File(path: "\(name).sh", text: Self.shell, isExecutable: true),
                File(path: "\(name).json", text: Self.manifest(name)),
                File(path: "tests/\(name)_test.sh", text: Self.shellTest(name), isExecutable: true),
            ]
            next = ["./tests/\(name)_test.sh", "\(test) \(name).sh", install("\(name).sh \(name).json")]
        case .python:
            files = [
                File(path: "\(name).py", text: Self.python, isExecutable: true),
                File(path: "\(name).json", text: Self.manifest(name)),
                File(path: "tests/\(name)_test.py", text: Self.pythonTest(name), isExecutable: true),
            ]
            next = ["./tests/\(name)_test.py", "\(test) \(name).py", install("\(name).py \(name).json")]
        case .swift:
            files = [
                File(path: "\(name)/Package.swift", text: Self.package(name, sdk: sdk)),
                File(path: "\(name)/Sources/Plugin/Plugin.swift", text: Self.swift),
                File(path: "\(name)/\(name).json", text: Self.manifest(name)),
                File(path: "\(name)/Tests/PluginTests/PluginTests.swift", text: Self.swiftTest(name)),
            ]
            next = [
                "swift test --package-path \(name)",
                "swift build -c release --static-swift-stdlib --package-path \(name)",
                "\(test) \(name)/.build/release/\(name)",
                install("\(name)/.build/release/\(name) \(name)/\(name).json"),
            ]
        }
    }
}
