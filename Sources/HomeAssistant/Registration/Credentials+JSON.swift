import Shared

extension Credentials: Codable {
    private enum CodingKeys: String, CodingKey {
        case key
        case webhookID = "webhook_id"
        case cloudhookURL = "cloudhook_url"
        case remoteUIURL = "remote_ui_url"
        case baseURL = "base_url"
        case externalURL = "external_url"
        case allowsPlainHTTP = "allows_plain_http"
        case lastWay = "last_way"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        webhookID = try fields.decode(Secret.self, forKey: .webhookID)
        key = try fields.decode(Secret.self, forKey: .key)
        cloudhookURL = try fields.decodeIfPresent(Secret.self, forKey: .cloudhookURL)
        remoteUIURL = try fields.decodeIfPresent(String.self, forKey: .remoteUIURL)
        baseURL = try fields.decode(String.self, forKey: .baseURL)
        externalURL = try fields.decodeIfPresent(String.self, forKey: .externalURL)
        allowsPlainHTTP = try fields.decode(Bool.self, forKey: .allowsPlainHTTP)
        // A way that only a later version knows is none here.
        lastWay = try fields.decodeIfPresent(String.self, forKey: .lastWay).flatMap(Route.Way.init)
        // Its keys stand beside ours: one of them did before there were others.
        settings = try ConnectionSettings(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(webhookID, forKey: .webhookID)
        try fields.encode(key, forKey: .key)
        try fields.encodeIfPresent(cloudhookURL, forKey: .cloudhookURL)
        try fields.encodeIfPresent(remoteUIURL, forKey: .remoteUIURL)
        try fields.encode(baseURL, forKey: .baseURL)
        try fields.encodeIfPresent(externalURL, forKey: .externalURL)
        try fields.encode(allowsPlainHTTP, forKey: .allowsPlainHTTP)
        try fields.encodeIfPresent(lastWay, forKey: .lastWay)
        try settings.encode(to: encoder)
    }
}
