import FoundationEssentials
import Sealing
import Shared

/// What came back for a batch.
struct WebhookResponse: Sendable {
    private let response: HTTPResponse

    init(_ response: HTTPResponse) { self.response = response }

    /// - Parameter text: What was sealed and sent.
    /// - Throws: What any answer but a sealed acknowledgement of exactly that batch means.
    func acknowledgement(
        of document: BatchDocument,
        _ text: [UInt8],
        openedWith box: SecretBox
    ) throws(LinkFault) -> Acknowledgement {
        // Whoever stands in between answers with something else.
        let answer = try? JSONDecoder().decode(AnswerDocument.self, from: Data(response.body))
        switch response.status {
        case 200..<300: break
        case 300..<400: throw .redirected(to: response.location)
        case let status: throw answer?.refused.map(LinkFault.declined) ?? Self.fault(status, response)
        }
        guard let sealed = answer?.sealed, let opened = try? box.open(sealed),
            let acknowledgement = try? JSONDecoder().decode(Acknowledgement.self, from: Data(opened))
        else { throw .otherService }
        // One of another batch, such as an old one that somebody repeats, is none.
        guard acknowledgement.agent == document.agent, acknowledgement.epoch == document.epoch,
            acknowledgement.batch == document.batch, acknowledgement.digest == Digest.sha256(text).hexadecimal
        else { throw .unexpected(status: response.status) }
        return acknowledgement
    }

    private static func fault(_ status: Int, _ response: HTTPResponse) -> LinkFault {
        switch status {
        case 401, 403: .refused(status: status)
        case 404: .notFound
        case 413: .tooLarge
        case 429: .tooMany(retryAfter: response.retryAfter)
        case 500...: .failing(status: status)
        default: .unexpected(status: status)
        }
    }
}
