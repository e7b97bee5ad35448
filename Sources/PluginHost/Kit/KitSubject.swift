import SensorSDK
import Shared

/// A plugin that its author names himself: how it is run, with the limits of the host.
struct KitSubject: Sendable {
    let command: ChildCommand
    let family: String
    let context: ProviderContext
    /// What its manifest asks for, and it is given here: ``ChildGrants/words``.
    let asks: [String]
    /// Held open: what was checked is what is run.
    private let file: TrustedFile

    /// - Parameters:
    ///   - path: The plugin's executable; whose it is does not matter, since the user named it.
    ///   - folder: Where its working directory is made.
    /// - Throws: ``KitError`` when there is nothing to be run.
    init(path: String, folder: String, sha256: @escaping @Sendable ([UInt8]) -> [UInt8]) throws(KitError) {
        let name = String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
        guard PluginFolders.isName(name) else { throw .badName(name) }
        do {
            file = try TrustRule.anybody.open(path)
            guard file.isExecutable else { throw TrustError.notExecutable(path) }
            let manifest = try PluginManifest.load(beside: path, rule: .anybody)
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
}
