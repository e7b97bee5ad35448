import Shared

extension Credentials {
    /// - Throws: ``OnboardingError/badURL(_:)``, ``OnboardingError/notHTTPS(url:)``, ``OnboardingError/badCertificates``
    mutating func apply(_ change: ServerChange) throws(OnboardingError) {
        switch change {
        case .url(let url): baseURL = try ServerURL(url).text
        case .externalURL(nil): externalURL = nil
        case .externalURL(let url?):
            let url = try ServerURL(url)
            guard !url.isPlain || allowsPlainHTTP else { throw .notHTTPS(url: url.text) }
            externalURL = url.text
        case .certificates(let pem):
            if let pem { try Self.check(certificates: pem) }
            certificates = pem
        case .allowsPlainHTTP(let allows): allowsPlainHTTP = allows
        }
    }

    /// Refuses what is plainly something else, such as a key; whether it fits shows the first connection.
    static func check(certificates pem: String) throws(OnboardingError) {
        guard pem.contains("-----BEGIN CERTIFICATE-----"), !pem.contains("PRIVATE KEY-----"), pem.utf8.count < 1 << 18
        else { throw .badCertificates }
    }
}
