import Daemon
import FoundationEssentials
import Glibc
import PluginHost
import Shared

/// `agent plugins new`
struct PluginsNewCommand: Command {
    static let specification = CommandSpecification(
        ["plugins", "new"],
        operands: "NAME",
        operandCount: 1...1,
        summary: "write a new plugin, which works as it is, into the present folder",
        details: "Nothing that is there already is touched.",
        options: [
            OptionSpecification("--language", "NAME", help: "swift, python or shell; python if left out"),
            OptionSpecification(
                "--sdk",
                "DIR",
                help: "folder of the Swift package sensor-agent; \(SDKFolder.installed), or the clone, if left out"
            ),
        ],
        make: { invocation in
            let word = invocation.value(of: "--language") ?? PluginLanguage.python.rawValue
            guard let language = PluginLanguage(rawValue: word.lowercased()) else {
                let known = PluginLanguage.allCases.map(\.rawValue).joined(separator: ", ")
                throw ControlFailure(
                    .usage,
                    "there is no template in '\(word.printable(limit: 40))'; there are \(known)"
                )
            }
            return PluginsNewCommand(
                name: invocation.operands[0],
                language: language,
                sdk: invocation.value(of: "--sdk")
            )
        }
    )

    let name: String
    let language: PluginLanguage
    /// As the user wrote it.
    let sdk: String?

    func run() throws {
        guard PluginFolders.isName(name) else {
            throw ControlFailure(
                .usage,
                "'\(name.printable(limit: 60))' can't be a plugin's name: use lower case letters, digits and _ (a-z, 0-9, _), at most 33"
            )
        }
        let template = PluginTemplate(name, language, sdk: try sdkFolder(), isRoot: geteuid() == 0)
        for file in template.files where access(file.path, F_OK) == 0 {
            throw ControlFailure(.usage, "\(file.path) is there already; take another name or folder")
        }
        for file in template.files {
            do {
                try write(file)
            } catch {
                throw ControlFailure(.notWritable, "can't write \(file.path) here")
            }
            Console.out("wrote \(file.path)")
        }
        if let interpreter = language.interpreter, access(interpreter, X_OK) != 0 {
            Console.out(
                "note: \(interpreter) is not there, which it needs to run: install python3, or take --language shell"
            )
        }
        Console.out("next:")
        for line in template.next { Console.out("  \(line)") }
    }

    /// As the new package writes it, which has a folder of its own.
    private func sdkFolder() throws -> String {
        if let sdk {
            guard language != .swift || SDKFolder.isPackage(sdk) else {
                throw ControlFailure(
                    .usage,
                    "'\(sdk.printable(limit: 200))' is not the Swift package sensor-agent: it has no Package.swift, or no Sources/SensorSDK"
                )
            }
            return sdk.hasPrefix("/") ? sdk : "../\(sdk)"
        }
        if let found = SDKFolder.found { return found }
        guard language == .swift else { return SDKFolder.installed }
        throw ControlFailure(
            .usage,
            "there is neither \(SDKFolder.installed) nor a clone around this program; say --sdk DIR"
        )
    }

    private func write(_ file: PluginTemplate.File) throws {
        let url = URL(filePath: file.path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url)
        // Group and others get no right to change it, or the host would refuse it.
        guard chmod(file.path, file.isExecutable ? 0o755 : 0o644) == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }
}
