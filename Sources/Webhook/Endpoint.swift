import FoundationEssentials
import Shared

/// Where batches are posted to: any URL, path and query as the owner gave them.
struct Endpoint: Sendable, Hashable {
    /// The whole of it; its path may be as good as a password.
    let url: Secret
    /// Scheme, host and port, for people.
    let shown: String

    /// - Throws: ``OnboardingError/badURL(_:)``, also for a URL that holds a user name or password.
    init(_ given: String) throws(OnboardingError) {
        let base = try ServerURL(given)
        guard let parts = URLComponents(string: String(given.filter { !$0.isWhitespace })), parts.fragment == nil else {
            throw .badURL(base.text)
        }
        let path = parts.percentEncodedPath
        shown = base.text
        url = base.appending((path.isEmpty ? "/" : path) + (parts.percentEncodedQuery.map { "?" + $0 } ?? ""))
    }
}
