import Glibc
import SensorSDK
import Shared

/// A plugin that its author names himself: how it is run, with the limits of the host.
struct KitSubject: Sendable {
    let command: ChildCommand
    let family: String
    let context: ProviderContext
    /// What its manifest asks for, and it is given here: ``ChildGrants/words``.
    let asks: [String]
    /// Which manifest that is; `nil` when there is none.
    let manifestPath: String?
    /// Keys of the manifest that mean nothing, each with where it is.
    let unknownKeys: [String]
    /// Held open: what was checked is what is run.
    private let file: TrustedFile

    /// - Parameters:
    ///   - path: The plugin's executable; whose it is does not matter, since the user named it.
    ///   - folder: Where its working directory is made.
    /// - Throws: ``KitError`` when there is nothing to be run.
    init(path: String, folder: String, sha256: @escaping @Sendable ([UInt8]) -> [UInt8]) throws(KitError) {
        let path = Self.whole(path)
        if let reason = Self.otherKind(path) { throw .unusable(reason) }
        let name = String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
        guard PluginFolders.isName(name) else { throw .badName(name) }
        do {
            file = try TrustRule.anybody.open(path)
            guard file.isExecutable else { throw TrustError.notExecutable(path) }
            manifestPath = Self.manifestPath(of: path, name)
            let manifest = try manifestPath.flatMap { (path) throws(TrustError) in
                try PluginManifest.load(path, rule: .anybody)
            }
            unknownKeys = manifest?.unknownKeys ?? []
            let found = FoundPlugin(name: name, path: path, standing: .usable(file), manifest: manifest)
            // Whoever tries it has it do all that it asks for.
            command = try PluginHostSettings(workFolder: folder).command(for: found, file: file, grants: found.asks)
            asks = found.asks.words
            family = found.family
        } catch {
            throw .unusable("\(error)")
        }
        context = ProviderContext(family: family, salt: Array(repeating: 0, count: 16), sha256: sha256)
    }

    /// What is said of its manifest before anything else.
    var about: [String] {
        let name = family.dropFirst(FoundPlugin.prefix.count)
        guard let manifestPath else {
            return [
                "there is no manifest \(name).json beside it, so that it gets nothing that it would have to ask for"
            ]
        }
        let given = asks.isEmpty ? "asks for nothing" : "it has what that asks for: \(asks.joined(separator: "; "))"
        return ["its manifest is \(manifestPath.printable()): \(given)"]
            + unknownKeys.map { "note: the key \($0) means nothing here" }
    }

    /// From the root on: the plugin is told it, and it has a working directory of its own.
    private static func whole(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return String(cString: here) + "/" + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }

    /// Beside the file, or where the Swift package has it that the file was built from.
    private static func manifestPath(of path: String, _ name: String) -> String? {
        var folders = [path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""]
        if let build = path.firstRange(of: "/.build/") { folders.append(String(path[..<build.lowerBound])) }
        return folders.map { "\($0)/\(name).json" }.first(where: TrustRule.isThere)
    }

    /// What a path is that is no plugin, but belongs to one, and what to name instead.
    private static func otherKind(_ path: String) -> String? {
        let shown = path.printable()
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            let name = path.split(separator: "/").last.map { String($0).printable() } ?? ""
            return TrustRule.isThere("\(path)/Package.swift")
                ? "\(shown) is the folder of a Swift package: build it, and name what was built, such as "
                    + "\(name)/.build/release/\(name)"
                : "\(shown) is a folder; name the executable file of the plugin"
        }
        if path.hasSuffix(".json") { return "\(shown) is a manifest; name the plugin that it stands beside" }
        if path.hasSuffix(".conf") {
            return "\(shown) is no plugin: it says how a program that exists already is run, which speaks no protocol; "
                + "'agent plugins' says what the agent makes of it"
        }
        return nil
    }
}
