import FoundationEssentials
import Sealing
import Shared

/// What the store keeps of a registration, as JSON in a ``Secret``. Its keys are kept for ever.
struct Credentials: Sendable {
    var webhookID: Secret
    /// 64 hexadecimal digits.
    var key: Secret
    var cloudhookURL: Secret?
    var remoteUIURL: String?
    /// Where the server is on its own network, or wherever the owner said.
    var baseURL: String
    /// A second URL that the owner gave, for when the machine is elsewhere.
    var externalURL: String?
    var settings: ConnectionSettings
    /// The owner allowed plain HTTP to an address that is not on the local network.
    var allowsPlainHTTP: Bool
    /// The way on which the server answered last, as it should; `nil` until it did, or since its owner moved it.
    var lastWay: Route.Way?

    /// Whether something can be sent with them: a key that seals, and an id that is safe in a URL's path.
    var areUsable: Bool {
        let id = webhookID.exposed
        guard !id.isEmpty, id.utf8.allSatisfy({ Self.pathBytes.contains($0) }) else { return false }
        do {
            _ = try SecretBox(hexadecimal: key)
            return true
        } catch {
            return false
        }
    }

    private static let pathBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8)
}

extension Credentials {
    /// - Throws: ``OnboardingError/damagedCredentials``
    init(reading stored: Secret) throws(OnboardingError) {
        do {
            self = try JSONDecoder().decode(Credentials.self, from: Data(stored.exposed.utf8))
        } catch {
            throw .damagedCredentials
        }
        guard areUsable else { throw .damagedCredentials }
    }

    /// For the store.
    func stored() -> Secret {
        Secret(String(decoding: SortedJSON.encode(self), as: UTF8.self))
    }
}
