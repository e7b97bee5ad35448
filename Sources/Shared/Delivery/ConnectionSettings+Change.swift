import FoundationEssentials

extension ConnectionSettings {
    /// In bytes; far more than a chain of certificates needs.
    private static let longestPEM = 1 << 18

    /// Refuses what is plainly something else, such as a key for a certificate; whether it fits shows the first connection.
    ///
    /// - Throws: ``OnboardingError/badCertificates``, ``OnboardingError/badPinnedKeys``, ``OnboardingError/badClientCertificate``,
    ///   ``OnboardingError/badProxy``
    package mutating func set(_ setting: ConnectionSetting) throws(OnboardingError) {
        switch setting {
        case .certificates(let pem):
            guard pem.map(Self.isCertificate) ?? true else { throw .badCertificates }
            certificates = pem
        case .pinnedKeys(let keys):
            guard keys.map(Self.arePins) ?? true else { throw .badPinnedKeys }
            pinnedKeys = keys
        case .clientCertificate(let pem):
            guard pem.map(Self.isClientCertificate) ?? true else { throw .badClientCertificate }
            clientCertificate = pem
        case .proxy(let url):
            guard url.map(Self.isProxy) ?? true else { throw .badProxy }
            proxy = url
        }
    }

    /// - Throws: As ``set(_:)`` for what can't be used.
    package func check() throws(OnboardingError) {
        var copy = self
        try copy.set(.certificates(certificates))
        try copy.set(.pinnedKeys(pinnedKeys))
        try copy.set(.clientCertificate(clientCertificate))
        try copy.set(.proxy(proxy))
    }

    /// What would bring these about elsewhere, but for secrets.
    package var choices: [ServerChange] {
        var choices: [ServerChange] = []
        if let certificates { choices.append(.connection(.certificates(certificates))) }
        if let pinnedKeys { choices.append(.connection(.pinnedKeys(pinnedKeys))) }
        // A password of the proxy's would be in its URL.
        if let proxy, !proxy.exposed.contains("@") { choices.append(.connection(.proxy(proxy))) }
        return choices
    }

    private static func isCertificate(_ pem: String) -> Bool {
        pem.contains("-----BEGIN CERTIFICATE-----") && !pem.contains("PRIVATE KEY-----") && pem.utf8.count < longestPEM
    }

    /// A key that asks for a passphrase is of no use to a service.
    private static func isClientCertificate(_ pem: Secret) -> Bool {
        let text = pem.exposed
        return text.contains("-----BEGIN CERTIFICATE-----") && text.contains("PRIVATE KEY-----")
            && !text.contains("ENCRYPTED") && text.utf8.count < longestPEM
    }

    private static func arePins(_ keys: String) -> Bool {
        let keys = keys.split(separator: ";", omittingEmptySubsequences: false)
        return keys.count <= 16
            && keys.allSatisfy { $0.hasPrefix("sha256//") && Data(base64Encoded: String($0.dropFirst(8)))?.count == 32 }
    }

    private static func isProxy(_ url: Secret) -> Bool {
        guard let parts = URLComponents(string: url.exposed), let scheme = parts.scheme?.lowercased() else {
            return false
        }
        return ["http", "https", "socks5", "socks5h"].contains(scheme) && parts.host?.isEmpty == false
            && (parts.path.isEmpty || parts.path == "/") && parts.query == nil && parts.fragment == nil
    }
}
