import Sealing

/// The body of a request to the webhook: which command it is in clear, all else sealed.
struct Envelope: Encodable, Sendable {
    private let type: WebhookCommand
    private let sealed: String

    /// - Parameter data: JSON of the command's `data` alone.
    init(_ type: WebhookCommand, data: [UInt8], sealedWith box: SecretBox) {
        self.type = type
        sealed = box.seal(data)
    }

    private enum CodingKeys: String, CodingKey {
        case type, encrypted
        case sealed = "encrypted_data"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type.rawValue, forKey: .type)
        try container.encode(true, forKey: .encrypted)
        try container.encode(sealed, forKey: .sealed)
    }
}
