import Sealing
package import SensorSDK

extension ProviderContext {
    /// With a salt of zeros.
    package static func test(namedSources: [String] = []) -> ProviderContext {
        ProviderContext(salt: Array(repeating: 0, count: 16), namedSources: namedSources, sha256: Digest.sha256)
    }
}
