import Shared

/// What a server gave to a registration. The secret can't be asked for again.
struct RegistrationAnswer: Decodable, Sendable {
    var webhookID: Secret?
    /// 64 hexadecimal digits; `nil` when the server will not encrypt.
    var secret: Secret?
    /// A whole webhook URL, for a home with Home Assistant Cloud.
    var cloudhookURL: Secret?
    /// A base URL, likewise.
    var remoteUIURL: String?

    private enum CodingKeys: String, CodingKey {
        case secret
        case webhookID = "webhook_id"
        case cloudhookURL = "cloudhook_url"
        case remoteUIURL = "remote_ui_url"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Another service may well answer with an object; only this key tells them apart.
        webhookID = try container.decode(Secret.self, forKey: .webhookID)
        secret = try container.decodeIfPresent(Secret.self, forKey: .secret)
        cloudhookURL = try container.decodeIfPresent(Secret.self, forKey: .cloudhookURL)
        remoteUIURL = try container.decodeIfPresent(String.self, forKey: .remoteUIURL)
    }
}
