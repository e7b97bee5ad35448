import Shared

extension Credentials {
    /// - Throws: ``OnboardingError/badURL(_:)``, ``OnboardingError/notHTTPS(url:)``, and what
    ///   ``ConnectionSettings/set(_:)`` throws
    mutating func apply(_ change: ServerChange) throws(OnboardingError) {
        switch change {
        case .url(let url):
            baseURL = try ServerURL(url).text
            lastWay = nil
        case .externalURL(nil): externalURL = nil
        case .externalURL(let url?):
            let url = try ServerURL(url)
            guard !url.isPlain || allowsPlainHTTP else { throw .notHTTPS(url: url.text) }
            externalURL = url.text
        case .connection(let setting): try settings.set(setting)
        case .allowsPlainHTTP(let allows): allowsPlainHTTP = allows
        }
    }
}
