import FoundationEssentials
import Sealing
import Shared

/// What a webhook answered, as far as it is an answer to go on with.
enum WebhookAnswer: Sendable, Hashable {
    /// It opened with our key: the content. The only proof that the server has done something.
    case sealed([UInt8])
    /// Status 200 and `{}` in clear: all that a good `fire_event` gives, and a refusal anywhere else.
    case plainObject

    /// - Throws: What any other answer means.
    init(_ response: HTTPResponse, openedWith box: SecretBox) throws(LinkFault) {
        switch response.status {
        case 200, 201: break
        case 300..<400: throw .redirected(to: response.location)
        case 400 where Self.saysEncryptionRequired(response.body): throw .encryptionRequired
        case 401, 403: throw .refused(status: response.status)
        case 404: throw .notFound
        case 410: throw .gone
        case 413: throw .tooLarge
        case 429: throw .tooMany(retryAfter: response.retryAfter)
        case 500...: throw .failing(status: response.status)
        case let status: throw .unexpected(status: status)
        }
        if response.body.isEmpty, response.status == 200 { throw .empty }
        if response.body == Array("{}".utf8), response.status == 200 {
            self = .plainObject
            return
        }
        do {
            let envelope = try JSONDecoder().decode(SealedBody.self, from: Data(response.body))
            guard envelope.encrypted else { throw LinkFault.otherService }
            self = .sealed(try box.open(envelope.text))
        } catch {
            // No JSON, JSON of another service, or sealed with another key: neither proves anything.
            throw .otherService
        }
    }

    private static func saysEncryptionRequired(_ body: [UInt8]) -> Bool {
        struct Refusal: Decodable {
            struct Failure: Decodable {
                var code: String
            }
            var error: Failure
        }
        // Anything else is no such refusal.
        return (try? JSONDecoder().decode(Refusal.self, from: Data(body)))?.error.code == "encryption_required"
    }

    private struct SealedBody: Decodable {
        var encrypted: Bool
        var text: String

        private enum CodingKeys: String, CodingKey {
            case encrypted
            case text = "encrypted_data"
        }
    }
}
