import FoundationEssentials

/// What a plugin's author declares beside it, in `<name>.json`; all of it is optional and only shown.
struct PluginManifest: Sendable, Hashable, Decodable {
    var name: String?
    var version: String?
    var licence: String?
    var reveals: [String]?
    var needs: [String]?

    /// `nil` when there is none, or it can't be understood: it decides nothing.
    init?(beside plugin: String, rule: TrustRule) {
        let stem = plugin.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        guard let slash = plugin.lastIndex(of: "/"),
            let bytes = (try? rule.open("\(plugin[..<slash])/\(stem).json"))?.content(limit: 65536),
            let manifest = try? JSONDecoder().decode(PluginManifest.self, from: Data(bytes))
        else { return nil }
        self = manifest
    }
}
