/// What `GET /api/config` tells of a server; the rest of it is not ours to know.
struct ServerConfig: Decodable, Sendable {
    /// `2024.3.3`
    var version: String
    /// Names of the integrations that are loaded.
    var components: [String]
    /// `RUNNING` when all of them are.
    var state: String
    /// What the home calls itself.
    var locationName: String?

    private enum CodingKeys: String, CodingKey {
        case version, components, state
        case locationName = "location_name"
    }
}
