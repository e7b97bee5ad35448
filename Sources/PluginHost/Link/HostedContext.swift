import SensorSDK

/// What a plugin's host needs to know to form ids: a salt for this plugin alone. Who takes over a host learns nothing with which
/// the ids of another family could be traced back to serial numbers.
struct HostedContext: Sendable, Hashable {
    let salt: String
    let sources: [String]

    private static let digits = 32

    init(_ context: ProviderContext) {
        let parts = (0..<3).map { context.id(for: "plugin host", context.family, "\($0)") }
        salt = String(parts.joined().prefix(Self.digits))
        sources = context.namedSources
    }

    /// `nil` when a request has no good salt.
    init?(_ request: HostRequest) {
        guard let salt = request.salt, salt.utf8.count == Self.digits else { return nil }
        self.salt = salt
        sources = request.sources ?? []
    }

    func providerContext(family: String, sha256: @escaping @Sendable ([UInt8]) -> [UInt8]) -> ProviderContext {
        ProviderContext(family: family, salt: Array(salt.utf8), namedSources: sources, sha256: sha256)
    }
}
