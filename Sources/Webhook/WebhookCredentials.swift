import FoundationEssentials
import Sealing
import Shared

/// What the store keeps of a receiver, as JSON in a ``Secret``. Its keys are kept for ever.
struct WebhookCredentials: Codable, Sendable {
    /// 64 hexadecimal digits.
    var key: Secret
    /// With path and query.
    var url: Secret
    var settings: ConnectionSettings
    /// The owner allowed plain HTTP to an address that is not on the local network.
    var allowsPlainHTTP: Bool

    private enum CodingKeys: String, CodingKey {
        case key, url
        case settings = "connection"
        case allowsPlainHTTP = "allows_plain_http"
    }
}

extension WebhookCredentials {
    /// - Throws: ``OnboardingError/damagedCredentials``
    init(reading stored: Secret) throws(OnboardingError) {
        do {
            self = try JSONDecoder().decode(WebhookCredentials.self, from: Data(stored.exposed.utf8))
        } catch {
            throw .damagedCredentials
        }
    }

    /// For the store.
    func stored() -> Secret {
        Secret(String(decoding: SortedJSON.encode(self), as: UTF8.self))
    }
}
