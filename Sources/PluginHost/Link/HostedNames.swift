import Shared
import Synchronization

/// What was hashed for each plugin since the host started, so that a copy of a machine that gets another salt keeps what is
/// enabled.
final class HostedNames: Sendable {
    private struct Names {
        let salt: String
        let names: SaltedNames
    }

    private let byPlugin = Mutex<[String: Names]>([:])

    /// Of one plugin, so that one that invents ever new names fills neither memory nor a line; what is beyond gets a new name, and
    /// has to be enabled again.
    private static let most = 2000

    /// The digest, for a `ProviderContext` with this salt.
    func digest(
        of plugin: String,
        salt: String,
        _ sha256: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> @Sendable ([UInt8]) -> [UInt8] {
        byPlugin.withLock { byPlugin in
            if let known = byPlugin[plugin], known.salt == salt { return known.names.digest }
            let names = SaltedNames(salt: Array(salt.utf8), most: Self.most, sha256: sha256)
            byPlugin[plugin] = Names(salt: salt, names: names)
            return names.digest
        }
    }

    func renamed(_ request: HostRequest) -> [String: String] {
        guard let plugin = request.plugin, let next = request.nextSalt,
            let known = byPlugin.withLock({ $0[plugin] }), known.salt == request.salt
        else { return [:] }
        return known.names.renamed(with: Array(next.utf8))
    }
}
